import { Controller } from '@nestjs/common';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { Handles, In, type Input } from '../core/http/handles.js';
import { KeyRotation } from './key-rotation.service.js';

@Controller()
export class AuthenticationController {
  constructor(private readonly rotation: KeyRotation) {}

  @Handles(endpoints.rotateNodeKeys)
  rotate(@In() { params }: Input<typeof endpoints.rotateNodeKeys>) {
    return this.rotation.request(params.id);
  }
}

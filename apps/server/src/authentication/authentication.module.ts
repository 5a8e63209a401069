import { Module } from '@nestjs/common';
import { StoreModule } from '../domain/store/store.module.js';
import { AuthenticationController } from './authentication.controller.js';
import { KeyRotation } from './key-rotation.service.js';

@Module({ imports: [StoreModule], controllers: [AuthenticationController], providers: [KeyRotation], exports: [KeyRotation] })
export class AuthenticationModule {}

import { Module } from '@nestjs/common';
import { VolumeWorldRepository } from '../volume-world.repository.js';
import { LegTruthService } from './leg-observations.service.js';

@Module({ providers: [LegTruthService, VolumeWorldRepository], exports: [LegTruthService, VolumeWorldRepository] })
export class LegTruthModule {}

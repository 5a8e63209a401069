import { Module } from '@nestjs/common';
import { LegTruthService } from './leg-truth.service.js';
import { VolumeWorldRepository } from './volume-world.repository.js';

@Module({ providers: [LegTruthService, VolumeWorldRepository], exports: [LegTruthService, VolumeWorldRepository] })
export class LegTruthModule {}

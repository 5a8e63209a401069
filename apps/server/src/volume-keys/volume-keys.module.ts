import { Module } from '@nestjs/common';
import { VolumeKeys } from './volume-keys.service.js';

@Module({ providers: [VolumeKeys], exports: [VolumeKeys] })
export class VolumeKeysModule {}

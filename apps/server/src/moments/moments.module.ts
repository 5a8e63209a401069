import { Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { AsOfInterceptor } from './as-of.interceptor.js';
import { MomentRecorder } from './moment-recorder.service.js';
import { MomentsRepository } from './moments.repository.js';
import { MomentsService } from './moments.service.js';

/** Its interceptor runs after those of the core module, which check the input. */
@Module({
  providers: [MomentsService, MomentRecorder, MomentsRepository, { provide: APP_INTERCEPTOR, useClass: AsOfInterceptor }],
  exports: [MomentsService, MomentRecorder],
})
export class MomentsModule {}

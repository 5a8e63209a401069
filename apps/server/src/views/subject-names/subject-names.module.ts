import { Module } from '@nestjs/common';
import { SubjectNames } from './subject-names.service.js';

@Module({ providers: [SubjectNames], exports: [SubjectNames] })
export class SubjectNamesModule {}

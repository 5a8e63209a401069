import { Module } from '@nestjs/common';
import { DriveClassesModule } from '../../drive-classes/drive-classes.module.js';
import { DependentsController } from './dependents.controller.js';
import { DependentsRepository } from './dependents.repository.js';
import { DependentsService } from './dependents.service.js';

@Module({ imports: [DriveClassesModule], controllers: [DependentsController], providers: [DependentsService, DependentsRepository] })
export class DependentsModule {}

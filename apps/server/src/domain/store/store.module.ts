import { Module } from '@nestjs/common';
import { AssignmentsService } from './assignments.service.js';
import { WorldStore } from './world-store.service.js';

/** What the domain's rooms decide, stored. */
@Module({ providers: [AssignmentsService, WorldStore], exports: [AssignmentsService, WorldStore] })
export class StoreModule {}

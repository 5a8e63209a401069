import { Controller, Module } from '@nestjs/common';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { Handles, In, type Input } from '../core/http/handles.js';
import { StoreModule } from '../domain/store/store.module.js';
import { SubjectNamesModule } from '../views/subject-names/subject-names.module.js';
import { NotesRepository } from './notes.repository.js';
import { NotesService } from './notes.service.js';

@Controller()
export class NotesController {
  constructor(private readonly notes: NotesService) {}

  @Handles(endpoints.listNotes)
  list(@In() { query }: Input<typeof endpoints.listNotes>) {
    return this.notes.list(query);
  }

  @Handles(endpoints.createNote)
  create(@In() { body, caller }: Input<typeof endpoints.createNote>) {
    return this.notes.create(body, caller);
  }

  @Handles(endpoints.updateNote)
  update(@In() { params, ifMatch, body, caller }: Input<typeof endpoints.updateNote>) {
    return this.notes.update(params.id, ifMatch, body.text, caller);
  }

  @Handles(endpoints.deleteNote)
  remove(@In() { params, ifMatch, caller }: Input<typeof endpoints.deleteNote>) {
    return this.notes.remove(params.id, ifMatch, caller);
  }
}

@Module({
  imports: [StoreModule, SubjectNamesModule],
  controllers: [NotesController],
  providers: [NotesService, NotesRepository],
})
export class NotesModule {}

import { Controller } from '@nestjs/common';
import { endpoints } from '@weft/shared/endpoints/endpoints';
import { Handles, In, type Input } from '../../core/http/handles.js';
import { SearchService } from './search.service.js';

@Controller()
export class SearchController {
  constructor(private readonly found: SearchService) {}

  @Handles(endpoints.search)
  search(@In() { query }: Input<typeof endpoints.search>) {
    return this.found.search(query.text);
  }
}

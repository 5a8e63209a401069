import { Injectable } from '@nestjs/common';
import type { Found } from '@weft/shared/kinds/views/search';
import { SearchRepository } from './search.repository.js';

@Injectable()
export class SearchService {
  constructor(private readonly repository: SearchRepository) {}

  async search(text: string): Promise<{ items: Found[] }> {
    const [volumes, nodes, drives, driveClasses, jobs] = await Promise.all([
      this.repository.volumes(text),
      this.repository.nodes(text),
      this.repository.drives(text),
      this.repository.driveClasses(text),
      this.repository.jobs(text),
    ]);
    return {
      items: [
        ...volumes.map(({ _id: id, name, status: { state } }): Found => ({ kind: 'volume', id, name, detail: state })),
        ...nodes.map(({ _id: id, name, status: { connection } }): Found => ({ kind: 'node', id, name, detail: connection.state })),
        ...drives.map(({ _id: id, serial, nodeName }): Found => ({ kind: 'drive', id, name: serial, detail: `on ${nodeName}` })),
        ...driveClasses.map(({ _id: id, name, spec: { description } }): Found => ({ kind: 'drive-class', id, name, detail: description })),
        ...jobs.map(({ _id: id, kind, subject, state }): Found => ({ kind: 'job', id, name: subject.name, detail: `${kind}, ${state}` })),
      ],
    };
  }
}

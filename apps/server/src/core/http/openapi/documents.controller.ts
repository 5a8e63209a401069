import { Controller, Get, Header } from '@nestjs/common';
import { DeclareAccess } from '../access.js';
import { contentSecurityPolicy } from '../response-headers.js';
import { DOCS_STYLE_HASH, docsPage } from './docs-page.js';
import { openApiDocument } from './openapi.js';

/** Serves the documentation of the API. Made at the first request: it took a fifth of a server's start. */
@Controller()
export class DocumentsController {
  private document: ReturnType<typeof openApiDocument> | undefined;
  private page: string | undefined;

  @Get('/api/v1/openapi.json')
  @DeclareAccess('public')
  openapi() {
    this.document ??= openApiDocument();
    return this.document;
  }

  @Get('/api/v1/docs')
  @DeclareAccess('public')
  @Header('content-type', 'text/html; charset=utf-8')
  @Header('content-security-policy', contentSecurityPolicy(DOCS_STYLE_HASH))
  docs() {
    this.page ??= docsPage(this.openapi());
    return this.page;
  }
}

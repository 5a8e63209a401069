import { Controller, Get, Header } from '@nestjs/common';
import { DeclareAccess } from '../access.js';
import { contentSecurityPolicy } from '../response-headers.js';
import { DOCS_STYLE_HASH, docsPage } from './docs-page.js';
import { openApiDocument } from './openapi.js';

/** Serves the documentation of the API. */
@Controller()
export class DocumentsController {
  private readonly document = openApiDocument();
  private readonly page = docsPage(this.document);

  @Get('/api/v1/openapi.json')
  @DeclareAccess('public')
  openapi() {
    return this.document;
  }

  @Get('/api/v1/docs')
  @DeclareAccess('public')
  @Header('content-type', 'text/html; charset=utf-8')
  @Header('content-security-policy', contentSecurityPolicy(DOCS_STYLE_HASH))
  docs() {
    return this.page;
  }
}

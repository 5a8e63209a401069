export { preflightAcceptanceCreateSchema } from '@weft/shared/kinds/preflight';

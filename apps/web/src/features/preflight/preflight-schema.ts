export { preflightAcceptanceCreateSchema } from '@weft/shared/kinds/assurance/preflight';

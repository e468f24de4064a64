export { pruneAccountTokens } from './prune-tokens.ts'
export { resetLink } from './reset-link.ts'

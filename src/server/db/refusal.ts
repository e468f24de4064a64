// SQLSTATE (PostgreSQL manual, appendix A), but for a lost connection's and a server's that ends. No error of Node's is like it.
const REFUSAL = /^(?!08|57P)[\dFHPX][\dA-Z]{4}$/

/**
 * Whether PostgreSQL itself refused a statement: then nothing of its transaction is there. Without its word, as when the
 * connection is lost during the commit, that is unknown.
 */
export function isRefusal(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' && REFUSAL.test(code)
}

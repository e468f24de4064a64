import type { Reply } from './generate-reply.ts'
import { intentOf } from './intents.ts'

const NEEDS_NO_SOURCE = ['greeting', 'thanks', 'goodbye', 'robot']

/** Facts of a stored reply. `question` is the query for which passages were searched; null if there was no search. */
export type Told = Pick<Reply, 'decision' | 'reason' | 'model'> & {
  citations: readonly unknown[]
  question: string | null
}

/**
 * Whether a provider's model answered without naming or repeating any passage, so that nothing shows that the sources
 * say so. Fixed phrases, and replies to a greeting, thanks or a goodbye, need no passage.
 */
export function citesNothing({ decision, reason, model, citations, question }: Told, builtInModel: string): boolean {
  if (decision !== 'answered' || reason !== null || citations.length > 0) return false
  return model !== builtInModel && question !== null && !NEEDS_NO_SOURCE.includes(intentOf(question) ?? '')
}

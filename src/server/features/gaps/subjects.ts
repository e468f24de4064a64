import { bareSubject } from '#contract/bare-subject.ts'
import { intentOf } from '../../adapters/models/intents.ts'
import { asksNothing } from '../../adapters/models/questions.ts'
import type { Row } from '../../db/rows.ts'
import type { Db } from '../../db/tables.ts'
import { selectSubjects } from './queries.ts'

/** The subjects of mails that say something new, by the message that shows each; none in other conversations. */
export async function subjectsOf(db: Db, conversationId: string): Promise<Map<string, string>> {
  const mails = await selectSubjects(db, conversationId)
  const isNew = (at: number) => bareSubject(mails[at]!.subject ?? '') !== bareSubject(mails[at - 1]?.subject ?? '')
  return new Map(mails.flatMap(({ message_id, subject }, at) => (isNew(at) ? [[message_id!, subject!]] : [])))
}

/** What a message asks: of a mail also its subject, unless the words alone are a wish, or both ask nothing. */
export function withSubject(
  { id, content }: Pick<Row<'messages'>, 'id' | 'content'>,
  subjects: ReadonlyMap<string, string>,
): string {
  const subject = subjects.get(id) ?? ''
  const isRepeated = content.toLowerCase().includes(bareSubject(subject))
  if (isRepeated || isWhole(content) || (asksNothing(content) && asksNothing(subject))) return content
  return `${subject}\n${content}`
}

function isWhole(content: string): boolean {
  const intent = intentOf(content)
  return intent === 'person' || intent === 'contact' || intent === 'robot'
}

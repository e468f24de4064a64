import type { Context } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import type { Tx } from '../../db/tables.ts'
import { AppError, invalid } from '../../errors.ts'
import { emit } from '../../events/emit.ts'
import type { Verb } from '../../http/binding.ts'
import { advanceKnowledge, assertAvailable } from '../agents/index.ts'
import { askingUserId, organizationOf, returnQuota, takeQuota } from '../organizations/index.ts'
import { countSources } from './counts.ts'
import { holdingSource } from './holding-source.ts'
import { kinds } from './kinds.ts'
import { changeSource } from './queries.ts'
import { contentOf, currentVersion, findVersion, type TaughtFrom } from './read-content.ts'
import { restartTraining } from './retrain-source.ts'
import { holdTraining, startTraining } from './start-training.ts'
import { fitTitle, titleFromText } from './titles.ts'
import { insertVersion, removeVersions, VERSIONS_KEPT } from './version-queries.ts'
import { isWritten, type QuestionPair, sizeOfWritten } from './written.ts'

/** What a source is to say. What is undefined stays; an empty title is made anew, but a page or file keeps its own. */
interface Revision {
  content?: string | undefined
  questions?: QuestionPair[] | undefined
  title?: string | undefined
  /** From where a member taught it. */
  taught?: TaughtFrom
  /** Whether the caller starts the training later (`startHeldTraining`). */
  isTrainedLater?: boolean
}

export const updateSourceContent: Verb<'updateSourceContent'> = (ctx, input) =>
  holdingSource(ctx, input, async (tx, agent, source) => {
    assertCurrent(source, input.body.version)
    return contentOf(ctx, tx, await reviseSource(ctx, tx, agent, source, input.body))
  })

export const restoreSourceVersion: Verb<'restoreSourceVersion'> = (ctx, input) =>
  holdingSource(ctx, input, async (tx, agent, source) => {
    const { title, content } = await findVersion(tx, source, input.params.version)
    if (!isWritten(source)) throw invalid('version', 'can only be restored of texts, and of questions and answers')
    assertCurrent(source, input.body.version)
    const text = kinds[source.type].content === 'questions' ? { questions: JSON.parse(content) } : { content }
    return ctx.answer(tx, await contentOf(ctx, tx, await reviseSource(ctx, tx, agent, source, { ...text, title })))
  })

/** @throws AppError 409 `source_is_stale` unless the source still has the version that the client has read */
function assertCurrent(source: Row<'sources'>, version: number): void {
  if (source.version !== version) throw new AppError('source_is_stale')
}

/**
 * Makes a new version of a source, in the transaction that holds it (`holdingSource`), and trains on it if members
 * write its text themselves. Until the new version is trained, answers are made from the one before; then its chunks
 * are replaced in one transaction. A revision that changes nothing makes no version, unless it was taught.
 * @returns the source as it is now
 * @throws AppError 423 `agent_unavailable` if the agent is disabled; 422 on a field that the type doesn't have, or
 * beyond the quota
 */
export async function reviseSource(
  ctx: Context,
  tx: Tx,
  agent: Row<'agents'>,
  source: Row<'sources'>,
  revision: Revision,
): Promise<Row<'sources'>> {
  assertAvailable(agent)
  const { title, content } = revised(source, revision)
  if (title === source.title && content === source.content && !revision.taught) return source
  const size = isWritten(source) ? sizeOfWritten(source.type, content) : source.size
  await changeQuota(ctx, tx, agent, source, size)

  const before = await currentVersion(tx, source)
  const now = ctx.now()
  const after: Row<'sources'> = {
    ...source,
    title,
    content,
    size,
    version: source.version + 1,
    has_own_title: title === source.title ? source.has_own_title : 1,
    updated_at: now,
  }
  await insertVersion(tx, before)
  await insertVersion(tx, {
    ...before,
    version: after.version,
    title,
    ...(isWritten(source) && { content, size_bytes: Buffer.byteLength(content) }),
    user_id: askingUserId(ctx) || null,
    taught: revision.taught ? JSON.stringify(revision.taught) : null,
    created_at: now,
  })
  await removeVersions(tx, source.id, after.version - VERSIONS_KEPT)
  const { version, has_own_title } = after
  await changeSource(tx, source.id, { title, content, size, version, has_own_title, updated_at: now })
  if (isWritten(source)) {
    const begin = revision.isTrainedLater ? holdTraining : startTraining
    return { ...after, status: 'pending', task_id: await restartTraining(ctx, tx, agent, after, begin) }
  }
  // A page or file has only got a new title here. Answers cite it by its title, which needs no training.
  await advanceKnowledge(tx, agent.id, source.id)
  await countSources(tx, agent.id, [], [])
  await emit(ctx, tx, agent.organization_id, { type: 'source.updated', agent_id: agent.id, source_id: source.id })
  return after
}

/** The title and content that a revision leads to, as they are stored. */
function revised(source: Row<'sources'>, { content, questions, title }: Revision) {
  const kind = kinds[source.type].content
  if (content !== undefined && kind !== 'text') throw invalid('content', 'can only be changed of texts')
  if (questions !== undefined && kind !== 'questions')
    throw invalid('questions', 'can only be changed of questions and answers')
  const text = content ?? (questions ? JSON.stringify(questions) : source.content)
  return { title: title === undefined ? source.title : title || madeTitle(source, text), content: text }
}

/** The title of a source to which nobody gives one. */
function madeTitle(source: Row<'sources'>, content: string): string {
  switch (kinds[source.type].content) {
    case 'text':
      return titleFromText(content)
    case 'questions':
      return fitTitle((JSON.parse(content) as QuestionPair[])[0]?.question ?? '')
    default:
      return source.title
  }
}

/** Only the current text counts against the quota: what the new one has more is taken, what it has less is returned. */
async function changeQuota(ctx: Context, tx: Tx, agent: Row<'agents'>, source: Row<'sources'>, size: number) {
  const { quota } = kinds[source.type]
  const organization = await organizationOf(tx, agent)
  if (size > source.size) await takeQuota(ctx, tx, organization, quota, size - source.size)
  else if (size < source.size) await returnQuota(tx, organization.id, quota, source.size - size)
}

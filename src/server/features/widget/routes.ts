import type { WidgetLocale } from '#contract/widget-enums.ts'
import { isAllowedOrigin, readOrigin, type WidgetSettings } from '#contract/widget-settings.ts'
import type { Context, Dependencies } from '../../context.ts'
import type { Db } from '../../db/tables.ts'
import { isoTime } from '../../db/time.ts'
import { AppError, invalid, orNotFound } from '../../errors.ts'
import type { Bindings, FileAnswer, Verb, VerbInput } from '../../http/binding.ts'
import { assertAvailable, findVisitedAgent, selectAgentOfPast, widgetOf } from '../agents/index.ts'
import {
  addUpload,
  answerWithFile,
  keepAttachment,
  presentFile,
  selectAnyAttachment,
  selectUploadTimes,
} from '../attachments/index.ts'
import { selectVisit } from '../conversations/index.ts'
import { isAnybodyAvailable, isTeamAtWork } from '../organizations/index.ts'
import { deleteSightingsBefore, lockVisitor, putSighting, selectSighting, selectSightings } from './queries.ts'
import { readVisit } from './read-visit.ts'
import { startVisit } from './start-visit.ts'
import { visitedAgent, visiting } from './visiting.ts'
import {
  askForPerson,
  declineOffer,
  fillInAction,
  handBack,
  markRead,
  rate,
  tellTyping,
  updateVisitor,
} from './visitor-acts.ts'
import { writeMessage } from './write-message.ts'

export interface ShownWidget {
  id: string
  name: string
  /** Whether the launcher is drawn: not of an agent that is disabled or deleted. */
  isDrawn: boolean
  isDeleted: boolean
  appearance: WidgetSettings['appearance']
  locale: WidgetLocale | null
  /**
   * Returns the origin if pages of it may show the chat, and undefined otherwise. Both are remembered for the team,
   * except for this server's own origin, a text that is no origin, and a deleted agent.
   */
  allow(origin: string, ownOrigin: string): Promise<string | undefined>
}

/** How many origins that were allowed, and how many that were refused, are remembered: the latest. */
const SIGHTINGS_KEPT = 20
/** Milliseconds: a sighting with the same outcome is written again only when it is older than this. */
const SEEN_EVERY_MS = 60_000

/** Reads what a page with an agent's chat shows; undefined if there never was such an agent. */
export async function readShownWidget(deps: Dependencies, id: string): Promise<ShownWidget | undefined> {
  const agent = await selectAgentOfPast(deps.database.read, id)
  if (!agent) return undefined
  const { appearance, locale, widget_origins: allowed } = widgetOf(agent)
  return {
    id: agent.id,
    name: agent.name,
    isDrawn: agent.deleted_at === null && agent.is_disabled === 0,
    isDeleted: agent.deleted_at !== null,
    appearance,
    locale,
    async allow(origin, ownOrigin) {
      if (origin === ownOrigin) return origin
      const isOrigin = readOrigin(origin) === origin && !origin.includes('*')
      const isAllowed = isOrigin && isAllowedOrigin(allowed, origin)
      if (isOrigin && agent.deleted_at === null) await noteSighting(deps, agent.id, origin, isAllowed ? 1 : 0)
      return isAllowed ? origin : undefined
    },
  }
}

/** Remembers by which origin the chat was requested. Only the latest are kept, as anybody can make up origins. */
async function noteSighting(deps: Dependencies, agentId: string, origin: string, isAllowed: 0 | 1): Promise<void> {
  const now = deps.now()
  const known = await selectSighting(deps.database.read, agentId, origin)
  if (known && known.is_allowed === isAllowed && known.seen_at > now - SEEN_EVERY_MS) return
  await deps.database.transaction(async (tx) => {
    await putSighting(tx, { agent_id: agentId, origin, is_allowed: isAllowed, seen_at: now })
    const kept = await selectSightings(tx, agentId, isAllowed, SIGHTINGS_KEPT)
    const oldest = kept.length === SIGHTINGS_KEPT ? kept.at(-1) : undefined
    if (oldest) await deleteSightingsBefore(tx, agentId, isAllowed, oldest.seen_at)
  })
}

/** On which websites the chat was seen lately, and on which it was refused. */
const listSightings: Verb<'getWidgetSightings'> = async (ctx, { agent }) => {
  const list = async (isAllowed: 0 | 1) =>
    (await selectSightings(ctx.database.read, agent.id, isAllowed, SIGHTINGS_KEPT)).map(({ origin, seen_at }) => ({
      origin,
      seen_at: isoTime(seen_at),
    }))
  return { seen: await list(1), refused: await list(0) }
}

/** What a page needs to know of an agent to draw its chat. Of the team it tells only whether somebody is there. */
const getWidget: Verb<'getWidget'> = async (ctx, { agent }) => {
  const { appearance, starters, away_text, locale } = widgetOf(agent)
  const isOn = agent.is_disabled === 0
  const canComePeople = isOn && (agent.human_intervention === 1 || agent.only_human === 1)
  const { read } = ctx.database
  const isAttended =
    canComePeople &&
    (await isAnybodyAvailable(read, agent.organization_id)) &&
    (await isTeamAtWork(read, agent, ctx.now()))
  return {
    name: agent.name,
    greeting: agent.greeting,
    appearance,
    starters,
    away_text,
    locale,
    availability: isAttended ? 'people' : 'away',
    ai: isOn && agent.only_human === 0,
    people: canComePeople,
  }
}

const HOUR_MS = 60 * 60 * 1000
/** Files that may be uploaded in a visit within an hour. */
const AN_HOUR = 20

/**
 * Keeps a file that the visitor is going to send with a message.
 * @throws AppError 429 `rate_limit_exceeded`, with the seconds to wait; what `keepAttachment` throws
 */
const uploadFile: Verb<'uploadFile'> = async (ctx, { body }) => {
  if (!body) throw invalid('file', 'must be sent as a part of multipart/form-data')
  const { visitorId, tokenHash, organizationId } = visiting(ctx)
  assertAvailable(await visitedAgent(ctx))
  await assertFewUploads(ctx, ctx.database.read, tokenHash)
  const kept = await keepAttachment(ctx, body.file, 'visitor')
  return ctx.database.transaction(async (tx) => {
    if (!(await lockVisitor(tx, visitorId))) throw new AppError('unauthenticated')
    await assertFewUploads(ctx, tx, tokenHash)
    const by = { organization_id: organizationId, session_id: tokenHash, user_id: null }
    return presentFile(await addUpload(ctx, tx, kept, by))
  })
}

async function assertFewUploads(ctx: Context, db: Db, tokenHash: string): Promise<void> {
  const times = await selectUploadTimes(db, { session_id: tokenHash }, ctx.now() - HOUR_MS)
  if (times.length < AN_HOUR) return
  const seconds = Math.max(1, Math.ceil((times[times.length - AN_HOUR]!.created_at + HOUR_MS - ctx.now()) / 1000))
  throw new AppError('rate_limit_exceeded', {
    message: `These are too many files. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
    headers: { 'Retry-After': seconds },
  })
}

/** A file of the conversation that the visitor sees, or one that they are about to send. @throws AppError 404 */
async function readFile(ctx: Context, { params, query }: VerbInput<'readFile'>): Promise<FileAnswer> {
  const { visitorId, tokenHash } = visiting(ctx)
  const file = orNotFound(await selectAnyAttachment(ctx.database.read, params.id.toLowerCase()))
  const isUnsent = file.session_id === tokenHash && file.conversation_id === null
  const isShown =
    file.conversation_id !== null &&
    file.message_id !== null &&
    (await selectVisit(ctx.database.read, visitorId))?.id === file.conversation_id
  if (!isUnsent && !isShown) throw new AppError('resource_not_found')
  return answerWithFile(ctx, file, query)
}

const visited = { agent: findVisitedAgent }

export const widgetRoutes = {
  getWidget: { run: getWidget, locate: visited },
  startVisit: { run: startVisit, locate: visited },
  readVisit: { run: readVisit },
  writeMessage: { run: writeMessage },
  uploadFile: { run: uploadFile },
  readFile: { run: readFile },
  fillInAction: { run: fillInAction },
  declineOffer: { run: declineOffer },
  askForPerson: { run: askForPerson },
  handBack: { run: handBack },
  updateVisitor: { run: updateVisitor },
  rate: { run: rate },
  tellTyping: { run: tellTyping },
  markRead: { run: markRead },
  getWidgetSightings: { run: listSightings },
} satisfies Partial<Bindings>

import type { Data } from '#contract/index.ts'
import type { FailingAccount } from '#contract/notification-words.ts'
import { areKeysValid } from '../../adapters/push/push-message.ts'
import { publicKeyOf } from '../../adapters/push/vapid-key.ts'
import { actingUserId } from '../../context.ts'
import { newId } from '../../db/ids.ts'
import { isoTime, isoTimeOrNull } from '../../db/time.ts'
import { AppError, invalid } from '../../errors.ts'
import type { Bindings, Verb } from '../../http/binding.ts'
import { holdPermission } from '../organizations/index.ts'
import { subjectsOf, tellOfNews } from './notify.ts'
import {
  countUnread,
  deleteSubscription,
  markAsRead,
  putSubscription,
  selectAccountKinds,
  selectNotifications,
  selectTexts,
} from './queries.ts'
import { pushSubject, readableVapidKey } from './vapid.ts'

const MOST_BROWSERS = 20 // a member's; beyond them, the one that subscribed first is forgotten

/** Subscribes the browser of this session to what the member is pushed, until the session ends. */
const createPushSubscription: Verb<'createPushSubscription'> = async (ctx, { organization, body }) => {
  const { actor } = ctx
  if (actor.kind !== 'session') throw new AppError('forbidden')
  const { endpoint, keys } = body
  if (pushSubject(ctx.config) === undefined) throw invalid('endpoint', "can't be used: this server pushes no messages")
  const refusal = ctx.outbound.check(endpoint, { httpsOnly: true })
  if (refusal) throw new AppError('validation_failed', { details: [{ field: 'endpoint', message: refusal }] })
  if (!areKeysValid(keys)) throw invalid('keys', 'must be those of a push subscription')
  const row = {
    id: newId(),
    ...{ organization_id: organization.id, user_id: actingUserId(ctx), session_id: actor.sessionId },
    ...{ endpoint, p256dh: keys.p256dh, auth: keys.auth, created_at: ctx.now() },
  }
  return ctx.database.transaction(async (tx) => {
    await holdPermission(ctx, tx, organization.id)
    await putSubscription(tx, row, MOST_BROWSERS)
    return ctx.answer(tx, { id: row.id })
  })
}

const EXCERPT_CHARACTERS = 200

export const notificationRoutes = {
  getPushKey: {
    async run(ctx) {
      const key = pushSubject(ctx.config) ? await readableVapidKey(ctx) : undefined
      return { public_key: key ? publicKeyOf(key) : null }
    },
  },
  createPushSubscription: { run: createPushSubscription },
  deletePushSubscription: {
    run: (ctx, { subscription }) =>
      ctx.database.transaction(async (tx) => {
        await deleteSubscription(tx, subscription.id)
        return undefined
      }),
  },
  listNotifications: {
    run: (ctx, { organization, query }) =>
      ctx.database.snapshot(async (db) => {
        const reader = { organization_id: organization.id, user_id: actingUserId(ctx) }
        const rows = await selectNotifications(db, reader, query.before, query.limit)
        const latest = rows.flatMap((row) => subjectsOf(row).slice(-1))
        const texts = await selectTexts(db, latest)
        const failing = rows.filter(({ kind }) => kind === 'account_failing').flatMap(subjectsOf)
        const accounts = await selectAccountKinds(db, failing)
        return { items: rows.map((row) => present(row, texts, accounts)), unread: await countUnread(db, reader) }
      }),
  },
  readNotifications: {
    run: (ctx, { organization, body }) =>
      ctx.database.transaction(async (tx) => {
        const reader = { organization_id: organization.id, user_id: actingUserId(ctx) }
        if ('ids' in body && body.ids.length === 0) return undefined
        if (await markAsRead(tx, reader, body, ctx.now())) await tellOfNews(ctx, tx, organization.id, [reader.user_id])
        return undefined
      }),
  },
} satisfies Partial<Bindings>

type Listed = Awaited<ReturnType<typeof selectNotifications>>[number]

function present(
  row: Listed,
  texts: ReadonlyMap<string, string>,
  accounts: ReadonlyMap<string, FailingAccount>,
): Data<'listNotifications'>['items'][number] {
  const { id, kind, agent_id, actor_id, actor_name, conversation_id, count, detail } = row
  const subject = subjectsOf(row).at(-1) ?? ''
  const account = kind === 'account_failing' ? accounts.get(subject) : undefined
  const isOfAgent = kind === 'check_broke' || (kind === 'account_failing' && !account)
  const text = isOfAgent ? row.agent_name : texts.get(subject)
  return {
    ...{ id, kind, agent_id, count, detail },
    created_at: isoTime(row.created_at),
    read_at: isoTimeOrNull(row.read_at),
    actor: actor_id === null || actor_name === null ? null : { user_id: actor_id, name: actor_name },
    ...(conversation_id !== null && { conversation_id }),
    ...(row.chat_user_id !== null && { chat_user: visitorOf(row, row.chat_user_id) }),
    ...(account && { [`${account}_id`]: subject }),
    excerpt: [...(text ?? '')].slice(0, EXCERPT_CHARACTERS).join(''),
  }
}

const visitorOf = (row: Listed, id: string) => ({
  ...{ id, name: row.chat_user_name, email: row.chat_user_email },
  identity_verified: row.identity_verified === 1,
})

import type { Data } from '#contract/index.ts'
import type { FailingAccount } from '#contract/notification-words.ts'
import { publicKeyOf } from '../../adapters/push/vapid-key.ts'
import { actingUserId } from '../../context.ts'
import { isoTime, isoTimeOrNull } from '../../db/time.ts'
import type { Bindings } from '../../http/binding.ts'
import { subjectsOf, tellOfNews } from './notify.ts'
import { countUnread, markAsRead, selectAccountKinds, selectNotifications, selectTexts } from './queries.ts'
import { createPushSubscription } from './subscribe.ts'
import { deleteSubscription } from './subscription-queries.ts'
import { pushSubject, readableVapidKey } from './vapid.ts'

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

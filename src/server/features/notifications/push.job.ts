import { createHash } from 'node:crypto'
import type { NotificationKind } from '#contract/enums.ts'
import { notificationPath, notificationSentence } from '#contract/notification-words.ts'
import { sendPush } from '../../adapters/push/push-message.ts'
import type { Dependencies } from '../../context.ts'
import { handler } from '../../jobs/handler.ts'
import { isHeldBack, wishesOf } from '../organizations/index.ts'
import { pushJob } from './jobs.ts'
import { subjectsOf } from './notify.ts'
import { selectAccountOf, selectTexts } from './queries.ts'
import { deleteSubscription, selectLiveSubscription, selectUnread } from './subscription-queries.ts'
import { pushSubject, readableVapidKey } from './vapid.ts'

const EXCERPT_CHARACTERS = 200
const URGENT: readonly NotificationKind[] = ['mention', 'assigned', 'visitor_wrote', 'waiting']

/** Pushes a notification to one browser, unless it has been read or the member wants none any more. */
export const pushHandler = handler(pushJob, (deps) => ({
  async run({ notificationId, subscriptionId }, { signal }) {
    const { read } = deps.database
    const subject = pushSubject(deps.config)
    const receiver = await selectLiveSubscription(read, subscriptionId, deps.now())
    const news = await selectUnread(read, notificationId)
    if (subject === undefined || !receiver || !news || !isWanted(deps, news)) return
    const message = {
      content: JSON.stringify(await contentOf(deps, news)),
      topic: topicOf(news.kind + (news.conversation_id ?? news.id)),
      isUrgent: URGENT.includes(news.kind),
    }
    const key = await readableVapidKey(deps)
    if (!key) return
    const sender = { key, subject }
    const result = await sendPush(deps.outbound, receiver, message, sender, signal)
    if (result.outcome === 'gone') await deps.database.transaction((tx) => deleteSubscription(tx, receiver.id))
    if (result.outcome === 'refused') deps.log.warn({ why: result.why }, 'A pushed message was refused')
  },
}))

type News = NonNullable<Awaited<ReturnType<typeof selectUnread>>>

function isWanted({ now }: Dependencies, news: News): boolean {
  const wishes = wishesOf(news)
  return wishes.kinds[news.kind].push && !isHeldBack(wishes, news, now())
}

/** What the service worker shows: who and where, and what was written only for members who have chosen that. */
async function contentOf({ database }: Dependencies, news: News) {
  const latest = subjectsOf(news).slice(-1)
  const hasWords = news.conversation_id !== null && wishesOf(news).push_excerpts
  const text = hasWords ? (await selectTexts(database.read, latest)).get(latest[0] ?? '') : undefined
  const account = (await selectAccountOf(database.read, news))?.account
  const excerpt = [...(text ?? '')].slice(0, EXCERPT_CHARACTERS).join('')
  const who = [news.agent_name, excerpt].filter((part) => part).join(': ')
  return {
    title: notificationSentence(news.kind, news.actor_name, news.count, account),
    body: [who, news.detail].filter((line) => line).join('\n'),
    tag: news.conversation_id ?? news.id,
    path: notificationPath(news.kind, news.agent_id, news.conversation_id, account),
  }
}

/** A topic as short as push services want it; a hash, so that they learn nothing from it. */
const topicOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 32)

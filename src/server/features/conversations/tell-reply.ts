import { shownText } from '../../adapters/models/shown-text.ts'
import type { ReplyListener } from '../../adapters/models/streamed-text.ts'
import { toolNameOf } from '../../adapters/models/tools.ts'
import type { Dependencies } from '../../context.ts'
import type { Row } from '../../db/rows.ts'
import { againTopic, askAgainTopic, type ReplyNews, replyTopic, type Withdrawal } from '../../events/reply-news.ts'
import type { Material } from './gather-material.ts'

const GATHERED_MS = 50 // milliseconds for which text is gathered before it is sent; the first text is sent at once
/**
 * Pieces that a process sends a second at most, of all the replies that it is writing. Each takes a notification, and
 * with every client a query and a write, so that text is gathered for longer while many replies are written.
 */
const MOST_A_SECOND = 1_000
const PIECE = 1_000 // characters sent at once: they fit into one notification even if all are escaped

let writing = 0 // replies that this process is writing

const gatheredMs = () => Math.max(GATHERED_MS, (writing * 1_000) / MOST_A_SECOND)

/** Passes on what a model writes. Each client's stream checks whether the reply is still wanted (`fence`). */
export function createReplyTeller(
  { notifications }: Pick<Dependencies, 'notifications'>,
  { id, conversation_id, turn }: Pick<Row<'replies'>, 'id' | 'conversation_id' | 'turn'>,
  { passages, actions }: Pick<Material, 'passages' | 'actions'>,
): ReplyListener & { failed(): void; end(): void } {
  let written = ''
  let told = ''
  const pieces: string[] = []
  let isOver = false
  let readAt = 0
  let timer: NodeJS.Timeout | undefined

  const tell = (news: { seq: number; text: string } | { withdrawn: Withdrawal }, topic = replyTopic) => {
    const all: ReplyNews = { reply: id, turn, ...news }
    notifications.tell(topic(conversation_id), JSON.stringify(all))
  }
  const tellAgain = () => {
    for (const [number, text] of pieces.entries()) tell({ seq: number, text }, againTopic)
  }
  const stopHearing = notifications.subscribe(askAgainTopic(conversation_id), tellAgain)
  writing += 1
  const end = () => {
    if (isOver) return
    isOver = true
    writing -= 1
    clearTimeout(timer)
    stopHearing()
  }
  const withdraw = (withdrawn: Withdrawal) => {
    if (!isOver && pieces.length > 0) tell({ withdrawn })
    end()
  }
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    const shown = shownText(written, passages, actions.map(toolNameOf))
    // Text that has been sent turns out not to belong to the reply, such as reasoning whose beginning was not marked.
    if (!shown.startsWith(told)) return withdraw('replaced')
    for (let from = told.length; from < shown.length; from += PIECE) {
      const text = shown.slice(from, from + PIECE)
      tell({ seq: pieces.length, text })
      pieces.push(text)
    }
    told = shown
  }
  return {
    writes(text) {
      if (isOver) return
      written = text
      // Until there is text to show, what is written is parsed whenever it has grown by 1%, and otherwise only every
      // `gatheredMs()`, as reasoning can be long.
      if (pieces.length === 0 && text.length > readAt) {
        readAt = text.length * 1.01
        flush()
      } else timer ??= setTimeout(flush, gatheredMs())
    },
    replaced: () => withdraw('replaced'),
    failed: () => withdraw('failed'),
    end,
  }
}

import { z } from 'zod'
import { attachment } from './attachments.ts'
import { answerTrace, message } from './conversations.ts'
import { defineEndpoints } from './endpoint.ts'
import { conversationStatuses, handOverReasons, ratingScores, threadAuthorTypes, threadEventTypes } from './enums.ts'
import { flag, text, timestamp, uuid } from './fields.ts'
import { limits } from './limits.ts'
import { mailboxTroubles, mailDeliveryStatuses, mailKinds, notAnsweredReasons, whyNotMailed } from './mail-enums.ts'
import { teamFile, withFiles } from './message-files.ts'

/** A place in a thread: `12.0` is message 12, `12.3` the third note or event after it, ordered by both numbers. */
export const threadPosition = z
  .string()
  .regex(/^\d{1,9}\.\d{1,9}$/, 'must be a position such as 12.0')
  .meta({ examples: ['12.0'] })

/** Who did it: a visitor, the AI, a member, whoever used an API key, or the server itself (`system`). */
const author = z.object({
  type: z.enum(threadAuthorTypes),
  /** A member's or an API key's id. Missing for others, and in imported messages. */
  id: z.string().optional(),
  name: z.string().optional(),
})

const verdict = z.enum(['pass', 'fail', 'none', 'unknown'])
const address = z.object({ address: z.string(), name: z.string() })

/** The status is that of the recipient whose is worst. */
export const mailDelivery = z.object({
  status: z.enum(mailDeliveryStatuses),
  recipients: z.array(
    z.object({
      address: z.string(),
      status: z.enum(mailDeliveryStatuses),
      /** What a mail server said, such as `5.1.1`, and its words. */
      code: z.string().nullable(),
      message: z.string().nullable(),
    }),
  ),
})

/** What a message's mail says beside its words. */
const email = z.object({
  from: address,
  to: z.array(address),
  cc: z.array(address),
  bcc: z.array(address),
  subject: z.string(),
  kind: z.enum(mailKinds),
  /** Why the AI must not answer it; null if it may, or if it is ours. */
  not_answered: z.enum(notAnsweredReasons).nullable(),
  /** Whether the message lacks its end, as the mail is longer than messages may be. */
  is_cut: flag,
  has_html: flag,
  /** What the mailbox's own server found out about its sender. */
  authentication: z.object({ dmarc: verdict, spf: verdict, dkim: verdict }),
  /** Null for what came. */
  delivery: mailDelivery.nullable(),
  attachments: z.array(attachment),
})

/**
 * A sentence of a provider's reply with what it rests on; `number` counts the reply's citations, from 1. One that rests
 * on the agent's instructions has no sources.
 */
export const proof = z.object({
  text: z.string(),
  verdict: z.enum(['supported', 'unsupported']),
  sources: z.array(z.object({ number: z.int(), title: z.string(), quote: z.string() })),
})

/** One thing in a thread: exactly one of `message`, `note` and `event`, as `type` says. */
export const threadItem = z.object({
  id: uuid,
  type: z.enum(['message', 'note', 'event']),
  position: threadPosition,
  created_at: timestamp,
  author,
  /** `offer`: what the AI has offered with it, as long as the visitor has not answered that. `attachments`: without
   * those of a mail, which are in `email`. `proofs`: the sentences that were held to the sources and state something, as
   * they follow each other in the content; null if nothing was checked. */
  message: message
    .extend({
      offer: z.literal('person').nullable(),
      attachments: z.array(teamFile),
      proofs: z.array(proof).nullable(),
    })
    .optional(),
  /** Only of messages that came or went by mail. */
  email: email.optional(),
  note: z.object({ content: z.string(), mentions: z.array(uuid), edited_at: timestamp.nullable() }).optional(),
  event: z
    .object({
      type: z.enum(threadEventTypes),
      reason: z.enum(handOverReasons).optional(),
      /** `assigned`: the name of the new assignee; null if the conversation was assigned to nobody. */
      assignee: z.string().nullable().optional(),
      assignee_id: uuid.optional(),
      /** `labelled`: the names of the labels added and removed, as they were then. */
      added: z.array(z.string()).optional(),
      removed: z.array(z.string()).optional(),
      /** `bounced`: the address that a mail did not reach. `linked`: the one that takes part from then on, if any. */
      address: z.string().optional(),
      /** `linked`: the other conversation; with `address`, the one that the address's words came from. */
      conversation_id: uuid.optional(),
      /** `snoozed`: until when; `visitor`: until the visitor writes. */
      until: timestamp.or(z.literal('visitor')).optional(),
    })
    .optional(),
})

const earlierConversation = z.object({
  id: uuid,
  created_at: timestamp,
  status: z.enum(conversationStatuses),
  last_line: z.string().nullable(),
})

const whereabouts = z.object({
  page_url: z.string().nullable(),
  referrer: z.string().nullable(),
  locale: z.string().nullable(),
  user_agent: z.string().nullable(),
})

const visitorRating = z.object({
  /** The message of the AI that was rated; null if the conversation as a whole was. */
  message_id: uuid.nullable(),
  score: z.enum(ratingScores),
  comment: z.string(),
  created_at: timestamp,
})

/** What a person who is called has to know first; each part is the latest first, and has at most ten. */
const brief = z.object({
  /** The visitor's questions, by their messages. */
  asked: z.array(z.object({ position: threadPosition, content: z.string() })),
  /** The AI's answers, by their messages, with the titles of the sources that each was taken from. */
  answered: z.array(z.object({ position: threadPosition, sources: z.array(z.string()) })),
  /** What no source answers, in the words that were searched for. */
  lacking: z.array(z.string()),
  /** The forms that were filled in, without the fields that were left empty. */
  forms: z.array(z.object({ name: z.string(), fields: z.array(z.object({ label: z.string(), value: z.string() })) })),
})

const THREAD_PAGE_DEFAULT = 50
const THREAD_PAGE_MAXIMUM = 100

const LIMIT_WORDS = `must be an integer from 1 to ${THREAD_PAGE_MAXIMUM}`
const limit = z
  .string(LIMIT_WORDS)
  .regex(/^([1-9]\d?|100)$/, LIMIT_WORDS)
  .or(z.int().min(1).max(THREAD_PAGE_MAXIMUM))
  .transform(Number)
  .optional()
  .default(THREAD_PAGE_DEFAULT)
  .meta({ type: 'integer', minimum: 1, maximum: THREAD_PAGE_MAXIMUM, default: THREAD_PAGE_DEFAULT })

export const replyToVisitorBody = z.object({
  content: text(limits.messageContent, 0).optional().default(''),
  seen_position: threadPosition.meta({ description: 'How far the member had seen the thread when sending this' }),
  closes: flag.optional().default(false).meta({ description: 'Close the conversation with this reply' }),
  force: flag.optional().default(false).meta({ description: 'Send it whatever others have written since' }),
  suggestion_id: uuid.optional().meta({ description: 'The suggestion that it was written from' }),
})

const noteBody = z.object({
  content: text(limits.noteContent).meta({ description: 'Markdown' }),
  mentions: z.array(uuid).max(limits.noteMentions).optional().default([]).meta({ description: 'Ids of members' }),
})

const updateNoteBody = z.object({
  content: noteBody.shape.content.optional(),
  mentions: z.array(uuid).max(limits.noteMentions).optional(),
})

export const threadEndpoints = defineEndpoints({
  replyToVisitor: {
    summary: 'Reply to a visitor, unless somebody else has meanwhile; reopens a closed conversation',
    body: withFiles(replyToVisitorBody),
    data: threadItem,
    errors: ['agent_unavailable', 'reply_is_stale', 'conversation_conflict'],
  },
  suggestReply: {
    summary: 'Have the AI suggest a reply where people answer; it stands in the thread once it is written',
    data: z.object({ id: uuid }),
    errors: ['not_with_people', 'agent_unavailable', 'subscription_limit_exceeded'],
  },
  dismissSuggestion: { summary: 'Dismiss the suggested reply, for all members' },
  createNote: { summary: 'Write a note that only the team sees', body: noteBody, data: threadItem },
  updateNote: { summary: "Change one's own note", body: updateNoteBody, data: threadItem },
  deleteNote: {
    summary: "Delete one's own note, or anybody's as owner or admin; that it was deleted stays in the thread",
  },
  markConversationRead: {
    summary: 'Note how far one has read; it never goes back',
    body: z.object({ position: threadPosition }),
  },
  markConversationUnread: { summary: 'Take the last message for unread again, as a reminder for later' },
  listThread: {
    summary:
      'Everything in a conversation in order, for its team: messages, notes and what happened, the newest page first',
    query: z.object({
      before: threadPosition.optional().meta({ description: 'Only what stands before this position' }),
      after: threadPosition.optional().meta({ description: 'Only what stands after this position' }),
      limit,
    }),
    data: z.object({
      items: z.array(threadItem).meta({ description: 'Oldest first' }),
      first_position: threadPosition.nullable(),
      last_position: threadPosition.nullable(),
      /** How far the asking member has read. */
      read_position: threadPosition.nullable(),
      /** The latest 20 with this agent: with a verified identity if this conversation has one, else without. */
      earlier: z.array(earlierConversation),
      /** Where a visitor of a website last opened the chat, as their browser reports it; null if not known. */
      whereabouts: whereabouts.nullable(),
      /** Those of a verified visitor's name and e-mail address that the visitor gave and no identity token confirms. */
      unproved: z.array(z.enum(['name', 'email'])),
      /** How far a visitor of a website has read, and when; null for others, and for those who have read nothing. */
      visitor_read: z.object({ position: threadPosition, at: timestamp }).nullable(),
      ratings: z.array(visitorRating),
      /** Whether a visitor of a website is known to have left it: they had the chat open, and for a minute have not. */
      has_left: flag,
      /** The reply that the AI is making at this moment, and since when; null if it makes none. */
      reply: z.object({ since: timestamp }).nullable(),
      /**
       * Of a conversation by mail: its mailbox, and to whom a reply goes. `why` says why none can be sent; where one
       * can, what is wrong with the mailbox meanwhile.
       */
      email: z
        .object({
          mailbox_id: uuid,
          subject: z.string(),
          reply: z.object({ to: z.array(address), cc: z.array(address) }),
          can_send: flag,
          why: z.enum([...whyNotMailed, ...mailboxTroubles]).nullable(),
        })
        .nullable(),
      /** Mails of members that have not left yet, in the order in which they will. */
      pending: z.array(z.object({ id: uuid, content: z.string(), author, sends_at: timestamp })),
      /**
       * A reply that the AI suggests to people; null as well while it is being written, and once anything else was
       * written. `content` is empty if a member asked for it and the agent's sources have no answer.
       */
      suggestion: z.object({ id: uuid, content: z.string(), citations: answerTrace.shape.citations }).nullable(),
      /** Of the latest 50 messages; null while the AI has the conversation, and where there is nothing to say. */
      brief: brief.nullable(),
      /** Conversations that belong to it: `other_sender` began one with an id of the other's mails. */
      linked: z.array(z.object({ id: uuid, reason: z.enum(['other_sender', 'old_thread']) })),
    }),
  },
})

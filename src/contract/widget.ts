import { z } from 'zod'
import { actionResultBody, message as publicMessage } from './conversations.ts'
import { defineEndpoints } from './endpoint.ts'
import { conversationStatuses, ratingScores, responseModes } from './enums.ts'
import { text, timestamp, uuid } from './fields.ts'
import { limits } from './limits.ts'
import { attachedFile, fileQuery, withFiles } from './message-files.ts'
import { threadPosition } from './threads.ts'
import { widgetLocales } from './widget-enums.ts'
import { widgetRoutes } from './widget-routes.ts'
import { appearance } from './widget-settings.ts'

export const visitor = z.object({
  name: z.string().nullable(),
  email: z.string().nullable(),
  identity_verified: z.boolean(),
})

const rating = z.object({ message_id: uuid.nullable(), score: z.enum(ratingScores), comment: z.string() })

const person = z.object({ name: z.string(), initials: z.string() })

const visitorConversation = z.object({
  id: uuid,
  status: z.enum(conversationStatuses),
  response_mode: z.enum(responseModes),
  created_at: timestamp,
  updated_at: timestamp,
  /** The position up to which the visitor has read. */
  read_position: threadPosition,
  /** How the visitor rated the conversation as a whole; null if they have not. */
  rating: rating.omit({ message_id: true }).nullable(),
  /**
   * Since when the visitor waits for a person; null if they do not. `usual_minutes`: in what time people usually answer,
   * if they are there and enough is known. `back_at`: when the team works again, if it does not now.
   */
  waiting: z.object({ since: timestamp, usual_minutes: z.int().nullable(), back_at: timestamp.nullable() }).nullable(),
  /** The person who has written last since people took over; null if none has. */
  person: person.nullable(),
  /** Since when the AI has been making a reply; null if it makes none. */
  reply: z.object({ since: timestamp }).nullable(),
})

/** A message with its author's first name and initials if a member wrote it, the web pages that the AI quoted, and
 * files. Without words, its content is the names of the files (`namesOfFiles`). */
const visitorMessage = publicMessage.extend({
  author: person.nullable(),
  /** What the AI offers with it, until the visitor accepts or declines, or anybody writes more. */
  offer: z.literal('person').nullable(),
  /** Whether the visitor can rate it, as they can what the AI says unless it does no more than offer a person. */
  rateable: z.boolean(),
  sources: z.array(z.object({ title: z.string(), url: z.url() })),
  /** Where in the content a sentence ends that was held to `sources`, and which of them it rests on, as indexes. */
  cited: z.array(z.object({ end: z.int(), sources: z.array(z.int()) })),
  attachments: z.array(attachedFile),
})

/** The kinds of event that a visitor sees in their conversation besides messages. */
export const visitorEvents = ['handed_over', 'given_back', 'closed', 'reopened'] as const

const said = z.object({ position: threadPosition, at: timestamp, message: visitorMessage })
const happened = z.object({
  position: threadPosition,
  at: timestamp,
  event: z.object({
    type: z.enum(visitorEvents),
    author: person.nullable(),
    /** Whether the message before it says when people answer, as that of each hand-over does but of those by the team. */
    tells_when: z.boolean(),
  }),
})

const visitorItem = z.union([said, happened])

/**
 * Why pieces of a reply are taken back. `taken_over`: people have the conversation or the agent leaves all to people;
 * `closed`: the conversation was closed or deleted, or the agent disabled or deleted; `newer_message`: the visitor has
 * written more; `replaced`: the reply turned out to be another text; `failed`: the attempt to make it failed.
 */
const retractions = ['taken_over', 'closed', 'newer_message', 'replaced', 'failed'] as const

/**
 * The visitor's stream (`GET /widget/v1/events`, Server-Sent Events). Events about an item have an id; a client that
 * sends the last one as `Last-Event-ID` gets what follows it.
 */
export const visitorStream = {
  message: said,
  /**
   * The conversation as it is now; null if the visitor has none. `item` is an event that visitors see. It is null where
   * only the conversation is told, which comes before the messages and events that have changed it.
   */
  updated: z.object({ conversation: visitorConversation.nullable(), item: happened.nullable() }),
  /** The next piece, from 0, of a reply being written; a whole `message` or `reply.retracted` follows. */
  'reply.delta': z.object({ reply: uuid, seq: z.int(), text: z.string() }),
  /** The client must take away the pieces of this reply that it has shown. */
  'reply.retracted': z.object({ reply: uuid, reason: z.enum(retractions) }),
  /** How far the visitor has read, in this tab or another one. */
  read: z.object({ position: threadPosition }),
  /** The member who is writing a reply, sent again about every ten seconds meanwhile; null once they have stopped. */
  typing: z.object({ who: person.nullable() }),
}

/** A detail about the visitor that a visit can do without: one that is too long or no text is ignored, not refused. */
const hint = z.string().max(limits.jsonBodyBytes).nullable().optional().catch(undefined)

export const widgetEndpoints = defineEndpoints(
  {
    getWidget: {
      summary: 'What a page needs to know of an agent to draw its chat',
      data: z.object({
        name: z.string(),
        greeting: z.string(),
        appearance,
        starters: z.array(z.string()),
        away_text: z.string(),
        locale: z.enum(widgetLocales).nullable(),
        availability: z.enum(['people', 'away']),
        /** Whether an AI answers, as it does unless the agent is disabled or leaves all to people. */
        ai: z.boolean(),
        /** Whether people may answer, now or later: not where nobody could take over from the AI. */
        people: z.boolean(),
      }),
    },
    startVisit: {
      summary: 'Begin a visit, or go on with one',
      body: z.object({
        token: z.string().max(255).nullable().optional().catch(undefined),
        identity_token: z.string().max(8_192).optional(),
        page_url: hint,
        referrer: hint,
        locale: hint,
      }),
      data: z.object({ token: z.string(), visitor, conversation: visitorConversation.nullable() }),
      secrets: ['token'],
      errors: ['agent_unavailable'],
    },
    readVisit: {
      summary: "Read the visitor's conversation, oldest item first",
      query: z.object({
        after: threadPosition.optional().meta({ description: 'Only what stands after this position' }),
      }),
      data: z.object({ conversation: visitorConversation.nullable(), items: z.array(visitorItem) }),
    },
    writeMessage: {
      summary: 'Say something; sent again under its id, it is stored once',
      body: withFiles(z.object({ id: uuid, content: text(limits.messageContent, 0).optional().default('') })),
      data: visitorMessage,
      errors: ['agent_unavailable'],
    },
    uploadFile: {
      summary: 'Upload a picture, PDF, text or office document for a message, which has to be sent within 24 hours',
      multipart: z.object({ file: z.file().max(limits.visitorFileBytes, 'must be at most 10 MB') }),
      data: attachedFile,
      errors: ['agent_unavailable', 'attachment_refused', 'upstream_failure'],
    },
    readFile: {
      summary: "Read a file of the visitor's conversation, or one that they have uploaded",
      query: fileQuery,
    },
    fillInAction: {
      summary: 'Complete a form that the AI has asked for',
      body: actionResultBody,
      data: z.array(z.record(z.string(), z.json())),
      errors: ['agent_unavailable'],
    },
    declineOffer: {
      summary: 'Decline the person whom a message offers; where it offers none any more, nothing changes',
    },
    askForPerson: { summary: 'Ask for a person', errors: ['agent_unavailable'] },
    handBack: {
      summary: 'Ask the assistant instead of a person, until one has written; where it can’t answer, people still do',
      errors: ['person_has_written', 'only_human'],
    },
    updateVisitor: {
      summary: 'Say who one is, without proof',
      body: z.object({
        name: text(limits.personName, 0).nullable().optional(),
        email: text(limits.email, 0)
          .refine((value) => value === '' || /^[^\s@]+@[^\s@]+$/.test(value), 'must be an e-mail address')
          .nullable()
          .optional(),
      }),
      data: visitor,
    },
    rate: {
      summary: 'Say whether an answer of the AI, or a closed conversation, was any good; the last word counts',
      body: z.object({
        message_id: uuid.nullable().optional(),
        score: z.enum(ratingScores),
        comment: text(limits.ratingComment, 0).optional(),
      }),
      data: rating,
    },
    tellTyping: { summary: 'Tell that one is writing, which holds for five seconds' },
    markRead: { summary: 'Tell up to which position one has read', body: z.object({ position: threadPosition }) },
  },
  widgetRoutes,
) satisfies { [Name in keyof typeof widgetRoutes]: { name: Name } }

import type { MessageAction } from '#contract/actions.ts'
import type { ConversationStatus, HandOverReason, ResponseMode, ThreadAuthorType } from '#contract/enums.ts'
import type { Reply } from '../../adapters/models/generate-reply.ts'
import type { Row } from '../../db/rows.ts'

export interface State {
  row: Row<'conversations'>
  /** The reply that the AI is making, of which there is at most one. */
  pendingReply: Row<'replies'> | undefined
}

/** Who writes a human message: a member, or somebody with an API key of that member. */
export interface Author {
  userId: string
  keyId: string | null
}

/** Who acts on a conversation. `id` is the member's or the API key's, and null for all others. */
export interface Actor {
  type: ThreadAuthorType
  id: string | null
}

/** The server itself, as when a snooze ends, no credits are left, or the agent is set to let only people answer. */
export const SYSTEM: Actor = { type: 'system', id: null }

export const AI: Actor = { type: 'ai', id: null }

export const VISITOR: Actor = { type: 'visitor', id: null }

export const actorOf = ({ userId, keyId }: Author): Actor =>
  keyId === null ? { type: 'member', id: userId } : { type: 'key', id: keyId }

/** What a decision needs besides the state: the time in milliseconds since 1970, and a source of ids. */
export interface World {
  now: number
  newId(): string
}

type Answering = Pick<Row<'organizations'>, 'plan'> &
  /** `only_human`: whether all conversations of the agent are answered by people only. */
  Pick<Row<'agents'>, 'only_human' | 'model_account_id'>

/** What pays for a reply: a credit of the organization's plan, or its own account with the model's provider. */
export type Payer = Row<'organizations'>['plan'] | 'own_key'

export const payerOf = ({ plan, model_account_id }: Pick<Answering, 'plan' | 'model_account_id'>): Payer =>
  model_account_id === null ? plan : 'own_key'

export type Identity = Pick<
  Row<'conversations'>,
  'visitor_id' | 'chat_user_id' | 'chat_user_name' | 'chat_user_email' | 'identity_verified'
>
/** A label, with the name that the thread keeps when the label is renamed or deleted. */
export type NamedLabel = Pick<Row<'labels'>, 'id' | 'name'>

/** What the AI says as it hands a conversation in the chat of a website over to people. */
export interface HandOverWords {
  note: string
  /** The form that asks for the visitor's address; null where no mail could be sent to it, and where one is known. */
  form: MessageAction | null
}

export type Command =
  /**
   * `isMembers`: a member of the team has written it, to try the agent as a visitor would. `isFollowed`: the program that
   * sends it follows the reply while it is written.
   */
  | { kind: 'visitor_writes'; content: string; agent: Answering; isMembers?: boolean; isFollowed?: boolean }
  /** A visitor of a website writes where the AI may not answer any more: `words` tell them, and people continue. */
  | {
      kind: 'visitor_writes_to_people'
      content: string
      words: HandOverWords
      reason: 'no_credits' | 'people_only'
    }
  /**
   * A mail has come. With `isQuiet`, a machine wrote it: nobody has to answer, and nothing is woken or reopened.
   * Otherwise the AI answers if nothing forbids it; `forPeople` says why people answer instead.
   */
  | {
      kind: 'mail_arrives'
      content: string
      agent: Answering
      isQuiet: boolean
      forPeople: HandOverReason | null
      /** Whether nothing is left to do with it, as it is old. */
      closes?: boolean
    }
  /** A mail of ours could not be delivered to an address for good, so that somebody has to reach the visitor otherwise. */
  | { kind: 'mail_bounces'; address: string }
  /** The conversation belongs to another one, as a mail says that began one of them. */
  | { kind: 'link'; to: string }
  /** Somebody takes part in it from now on; `words` are what they wrote in `from`, which is moved here. */
  | { kind: 'words_come'; words: readonly Row<'messages'>[]; from: string | null; address: string; by: Actor }
  /** All its words have gone to another conversation; `entries` of its notes and events are left. */
  | { kind: 'words_go'; to: string; entries: number; by: Actor }
  /**
   * A visitor asks for a person. The AI says `note` to that; if `comes`, people take over, otherwise the mode stays,
   * and the note is not repeated right after itself. `form` asks for the visitor's address. Where people answer already, nothing happens.
   */
  | { kind: 'wants_person'; comes: boolean; note: string; form: MessageAction | null }
  /** The visitor does not want the person whom a message has offered. Nothing happens if it offers none any more. */
  | { kind: 'declines_offer'; messageId: string }
  /** It has become known who the visitor is. */
  /** With `isPast`, it is no activity: the visitor has proved who they are long after this conversation. */
  | { kind: 'identify'; visitor: Identity; isPast: boolean }
  /**
   * With `reopens`, a closed conversation is reopened first; with `closes`, it is closed afterwards. `hasTakenOver`: they
   * took it over when they sent what is stored now, under an `id` that it was given then.
   */
  | {
      kind: 'person_writes'
      content: string
      author: Author
      reopens?: boolean
      closes?: boolean
      id?: string
      hasTakenOver?: boolean
    }
  /** A member has sent what is stored later; a closed conversation is reopened. */
  | { kind: 'person_takes_over'; author: Author }
  /** A member writes down something that only the team sees. */
  | { kind: 'note'; content: string; mentions: readonly string[]; by: Actor }
  /** Changes the mode, the status, or both, in this order. */
  | { kind: 'set'; mode: ResponseMode | undefined; status: ConversationStatus | undefined; by: Actor }
  /** Leaves the conversation to the AI. With `payer`, an unanswered last message gets a reply. */
  | { kind: 'give_back'; payer: Payer | null; by: Actor }
  | { kind: 'assign'; assignee: { id: string; name: string } | null; by: Actor }
  | { kind: 'label'; add: readonly NamedLabel[]; remove: readonly NamedLabel[]; by: Actor }
  /** Puts the conversation out of sight until a time, in milliseconds since 1970, or `UNTIL_VISITOR`; null wakes it. */
  | { kind: 'snooze'; until: number | null; by: Actor }
  /** The conversation's snooze until this time is over. */
  | { kind: 'wake'; until: number }
  /**
   * The visitor has filled in the form of an action. If no credits are left, a person continues instead of the AI; to a
   * visitor of a website `words` say so. With `isAddress` it says only where to write to the visitor, so the AI goes on
   * with whatever it does.
   */
  | {
      kind: 'complete_action'
      message: Row<'messages'>
      completed: MessageAction
      isAddress?: boolean
      agent: Answering
      isOutOfCredits: boolean
      words?: HandOverWords | undefined
      isFollowed?: boolean
    }
  /**
   * The AI has finished a reply. `made` is `failed` if no reply could be made, and null if the agent may not answer.
   * `searchQuery` is what the knowledge was searched for, null if it was not. `isPersonAskedFor` tells
   * whether any message that the reply answers asks for a person.
   */
  | {
      kind: 'reply_ends'
      reply: Row<'replies'>
      made: Reply | 'failed' | null
      searchQuery: string | null
      /** Asks the visitor for an address beside what hands over. */
      form?: MessageAction | null
      isPersonAskedFor: boolean
      /** Whether a model of the organization's own account has made it. */
      isOwnKey?: boolean
      /**
       * `speaks`: whether the agent may answer by itself. `onlyPeople`: whether only people answer. `model`: the slug
       * in its settings.
       */
      agent: { speaks: boolean; onlyPeople: boolean; model: string }
      /** What a visitor of a website is told if `made` is `failed`, or if only people answer from now on. */
      words?: HandOverWords | undefined
    }
  | { kind: 'delete' }

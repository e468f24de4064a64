import type { Data } from '#contract/index.ts'

type ChatUser = Data<'getConversation'>['chat_user']

const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/i

/**
 * What to call a visitor: by name, e-mail address, or the id that the website gave. Anonymous ones are told apart by
 * the end of their id.
 */
export function visitorName({ name, email, id }: ChatUser): string {
  return name?.trim() || email?.trim() || (UUID.test(id) ? `Visitor ${id.slice(-4)}` : id)
}

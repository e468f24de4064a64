import type { Flag, Milliseconds } from './types.ts'

interface Attachments {
  id: string
  organization_id: string
  /** Null for a file that was uploaded and that no message has taken yet. */
  conversation_id: string | null
  /** The message that it belongs to; of a mail that has not left, the one that it will be. */
  message_id: string | null
  /** The mail that it came or went with. */
  mail_id: string | null
  /** The session of the visitor who uploaded it. */
  session_id: string | null
  /** The member who uploaded it. */
  user_id: string | null
  /** Its place among the files of its message, from 0. */
  position: number
  /** Without a path and without marks that turn the direction of writing. */
  name: string
  /** Its media type, by its content. */
  type: string
  /** In bytes. */
  size: number
  /** Whether the HTML of its mail shows it. */
  is_inline: Flag
  /** Whether opening it may do harm, so that people are asked before. */
  is_risky: Flag
  /** The name by which the HTML of its mail refers to it. */
  content_id: string | null
  /** Its key among the stored files; null if it was not kept. */
  storage_key: string | null
  /** The key of a small picture of it. */
  thumbnail_key: string | null
  /** In pixels, of pictures. */
  width: number | null
  height: number | null
  created_at: Milliseconds
  /** When it is removed unless a message takes it before; null once one has. */
  expires_at: Milliseconds | null
}

export interface AttachmentTables {
  attachments: Attachments
}

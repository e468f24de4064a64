import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { email } from './sessions.ts'

/** Addresses whose mails go on in the conversation. */
const participants = z.object({ participants: z.array(z.string()) })

export const mailEndpoints = {
  listParticipants: defineEndpoint('listParticipants', {
    summary: 'Who takes part in a conversation by mail, the visitor first; nobody in others',
    data: participants,
  }),
  addParticipant: defineEndpoint('addParticipant', {
    summary: 'Let an address take part in a conversation by mail; what it wrote in a linked one moves here',
    body: z.object({ address: email }),
    data: participants,
  }),
}

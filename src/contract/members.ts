import { z } from 'zod'
import { defineEndpoints } from './endpoint.ts'
import { availabilities } from './enums.ts'
import { text, timestamp, uuid } from './fields.ts'
import { limits } from './limits.ts'
import { ownSettings, ownSettingsBody } from './own-settings.ts'
import { roles } from './roles.ts'
import { email, password, session } from './sessions.ts'

const role = z.enum(roles)

export const member = z.object({
  user_id: uuid,
  name: z.string(),
  email: z.string(),
  role,
  /** Whether the member has the dashboard open, or had it within the last two minutes. */
  is_online: z.boolean(),
  availability: z.enum(availabilities),
  last_seen_at: timestamp.nullable(),
  joined_at: timestamp,
})

const invitation = z.object({
  id: uuid,
  email: z.string(),
  role,
  expires_at: timestamp,
  /** Why the e-mail with the link could not be sent, in a sentence; absent unless that happened. */
  mail_error: z.string().optional(),
})

export const createInvitationBody = z.object({ email, role })

/** What an invited person without an account sends to make one. */
export const newPerson = z.object({ name: text(limits.personName), password })

const token = z.string().min(1, 'is required').max(200)

export const memberEndpoints = defineEndpoints({
  listMembers: { summary: "List an organization's members", data: z.array(member) },
  getOwnMember: {
    summary: 'Whether one is available here, and how one is told that a visitor waits',
    data: ownSettings,
  },
  updateOwnMember: {
    summary: 'Say that one is available or away, or choose how one is told that a visitor waits',
    body: ownSettingsBody,
    data: ownSettings,
  },
  updateMember: {
    summary: 'Give a member another role',
    body: z.object({ role }),
    data: member,
    errors: ['last_owner'],
  },
  removeMember: { summary: 'Remove a member, or leave', errors: ['last_owner'] },
  listInvitations: { summary: 'List invitations that are still good', data: z.array(invitation) },
  createInvitation: {
    summary: 'Invite somebody by e-mail address, in place of an earlier invitation',
    body: createInvitationBody,
    data: invitation.extend({ link: z.string().optional() }),
    secrets: ['link'],
    errors: ['rate_limit_exceeded'],
  },
  revokeInvitation: { summary: 'Revoke an invitation' },
  lookAtInvitation: {
    summary: 'Who invites whom, and to what',
    body: z.object({ token }),
    data: z.object({ organization: z.string(), inviter: z.string(), email: z.string(), needs_account: z.boolean() }),
    errors: ['resource_not_found'],
  },
  acceptInvitation: {
    summary: 'Join an organization, with a new account or signed in',
    // The server checks name and password with `newPerson`, but only if an account must be made.
    body: z.object({ token, name: z.string().optional(), password: z.string().max(limits.passwordMaximum).optional() }),
    data: session,
    errors: ['invalid_credentials', 'resource_not_found'],
  },
})

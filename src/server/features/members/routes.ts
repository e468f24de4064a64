import type { Bindings } from '../../http/binding.ts'
import { acceptInvitation, lookAtInvitation } from './accept-invitation.ts'
import { createInvitation } from './create-invitation.ts'
import { getOwnMember, updateOwnMember } from './own-member.ts'
import { presentInvitation, presentMember } from './presenter.ts'
import { selectInvitations, selectMembers } from './queries.ts'
import { removeMember } from './remove-member.ts'
import { revokeInvitation } from './revoke-invitation.ts'
import { updateMember } from './update-member.ts'

export const memberRoutes = {
  listMembers: {
    async run(ctx, { organization }) {
      const rows = await selectMembers(ctx.database.read, organization.id)
      return rows.map((row) => presentMember(row, ctx.now()))
    },
  },
  getOwnMember: { run: getOwnMember },
  updateOwnMember: { run: updateOwnMember },
  updateMember: { run: updateMember },
  removeMember: { run: removeMember },
  listInvitations: {
    run: async (ctx, { organization }) =>
      (await selectInvitations(ctx.database.read, organization.id, ctx.now())).map(presentInvitation),
  },
  createInvitation: { run: createInvitation },
  revokeInvitation: { run: revokeInvitation },
  lookAtInvitation: { run: lookAtInvitation },
  acceptInvitation: { run: acceptInvitation },
} satisfies Partial<Bindings>

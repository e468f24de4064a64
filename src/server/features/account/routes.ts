import { actingUserId } from '../../context.ts'
import type { Bindings } from '../../http/binding.ts'
import { twoFactorState } from '../two-factor/index.ts'
import { confirmEmail } from './confirm-email.ts'
import { requestPasswordReset } from './request-reset.ts'
import { confirmTwoFactor, endTwoFactor, startTwoFactor } from './two-factor.ts'
import { updateAccount } from './update-account.ts'
import { usePasswordReset } from './use-reset.ts'

export const accountRoutes = {
  updateAccount: { run: updateAccount },
  confirmEmail: { run: confirmEmail },
  getTwoFactor: {
    async run(ctx) {
      const { isOn, codesLeft } = await twoFactorState(ctx.database.read, actingUserId(ctx))
      return { is_on: isOn, recovery_codes_left: codesLeft }
    },
  },
  startTwoFactor: { run: startTwoFactor },
  confirmTwoFactor: { run: confirmTwoFactor },
  endTwoFactor: { run: endTwoFactor },
  requestPasswordReset: { run: requestPasswordReset },
  usePasswordReset: { run: usePasswordReset },
} satisfies Partial<Bindings>

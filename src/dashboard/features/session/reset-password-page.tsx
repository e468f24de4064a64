import { Link } from '@tanstack/react-router'
import { Entrance, linkClass } from './entrance.tsx'
import { NewPasswordForm } from './new-password-form.tsx'
import { RequestResetForm } from './request-reset-form.tsx'
import { ResetByCommand } from './reset-by-command.tsx'

interface ResetPasswordPageProps {
  /** What stands after `#` in the link; empty where somebody comes to ask for one. */
  token: string
  sendsMail: boolean
}

/** Where a reset link leads, and where one is asked for. */
export function ResetPasswordPage({ token, sendsMail }: ResetPasswordPageProps) {
  return token ? (
    <Entrance title="Choose another password" description="It signs you out everywhere, and then you sign in with it.">
      <NewPasswordForm token={token} />
    </Entrance>
  ) : (
    <Entrance title="Forgot your password?" description="A link to choose another one comes by mail.">
      {sendsMail ? <RequestResetForm /> : <ResetByCommand />}
      <Link to="/sign-in" className={linkClass}>
        Back to sign-in
      </Link>
    </Entrance>
  )
}

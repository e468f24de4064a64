import { Link } from '@tanstack/react-router'
import { Entrance, linkClass } from './entrance.tsx'
import { NewPasswordForm } from './new-password-form.tsx'
import { RequestResetForm } from './request-reset-form.tsx'
import { ResetByCommand } from './reset-by-command.tsx'

interface ResetPasswordPageProps {
  /** What follows `#` in a reset link; empty for somebody who comes to ask for a link. */
  token: string
  sendsMail: boolean
}

/** The screen that a reset link opens, and on which such a link is asked for. */
export function ResetPasswordPage({ token, sendsMail }: ResetPasswordPageProps) {
  return token ? (
    <NewPasswordForm token={token} />
  ) : (
    <Entrance
      title="Forgot your password?"
      description={
        sendsMail ? 'A link to choose another one comes by mail.' : 'This server sends no mail, so ask who runs it.'
      }
    >
      {sendsMail ? <RequestResetForm /> : <ResetByCommand />}
      <Link to="/sign-in" className={linkClass}>
        Back to sign-in
      </Link>
    </Entrance>
  )
}

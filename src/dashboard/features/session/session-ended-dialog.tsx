import { useQueryClient } from '@tanstack/react-query'
import { startSession, takeOver, useSession } from '#dashboard/api/session.ts'
import { Dialog, DialogBody, DialogContent } from '#dashboard/ui/dialog.tsx'
import { SignInForm } from './sign-in-form.tsx'

/** Asks the person to sign in again, in a dialog over the page, which keeps what was typed there. */
export function SessionEndedDialog() {
  const client = useQueryClient()
  const { user } = useSession()
  return (
    <Dialog open>
      <DialogContent
        title="Your session has ended"
        description="Sign in again to go on where you were. Nothing you typed is lost."
        size="sm"
        closable={false}
        onEscapeKeyDown={(event) => event.preventDefault()}
        onInteractOutside={(event) => event.preventDefault()}
      >
        <DialogBody>
          <SignInForm
            email={user.email}
            onSignedIn={(session) => {
              // Another person must not see what the first one had open, so load a fresh page.
              if (session.user.id !== user.id) {
                takeOver(session)
                return window.location.assign('/')
              }
              startSession(client, session)
              void client.invalidateQueries()
            }}
          />
        </DialogBody>
      </DialogContent>
    </Dialog>
  )
}

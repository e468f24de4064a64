import { useQueryClient } from '@tanstack/react-query'
import { startSession, useSession } from '#dashboard/api/session.ts'
import { Dialog, DialogBody, DialogContent } from '#dashboard/ui/dialog.tsx'
import { SignInForm } from './sign-in-form.tsx'

/** Over the page as it is: what was typed beneath is still there afterwards. */
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
              // Somebody else must not be shown what the first person had open.
              if (session.user.id !== user.id) return window.location.assign('/')
              startSession(client, session)
              void client.invalidateQueries()
            }}
          />
        </DialogBody>
      </DialogContent>
    </Dialog>
  )
}

import { late } from '#dashboard/lib/late.tsx'
import type { ErrorNoticeProps, ErrorStateProps } from './error-state-shown.tsx'

const load = () => import('./error-state-shown.tsx')

/** Takes the place of a table that could not be loaded, or (`page`) of a whole page. */
export const ErrorState = late<ErrorStateProps>(() =>
  load().then(
    (module) => module.ErrorState,
    () => Unreachable,
  ),
)

/** Stands beside what failed: under a form, in a dialog, above a list that keeps its last data. */
export const ErrorNotice = late<ErrorNoticeProps>(() =>
  load().then(
    (module) => module.ErrorNotice,
    () => Unreachable,
  ),
)

/** What went wrong in a few words, for a line of text. */
export const ErrorTitle = late<{ error: unknown }>(async () => (await load()).ErrorTitle)

/** When even the words for what went wrong can't be fetched, that is what went wrong. */
function Unreachable() {
  return (
    <p role="alert" className="p-4 text-center text-danger">
      The server can’t be reached. Check that it is running and that you are connected.
    </p>
  )
}

import { toast } from '#dashboard/ui/toast.tsx'
import { describeFailure } from './describe-error.ts'

/** Shows an error in a toast, where no notice has room. @param act What did not happen, without a full stop. */
export function tellError(error: unknown, act: string): void {
  const { title, advice } = describeFailure(error, act)
  toast.error(title, { description: advice })
}

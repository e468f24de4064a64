import { toast } from '#dashboard/ui/toast.tsx'

/**
 * Says in a toast what went wrong, where there is no room beside the button. The words come when they are needed.
 * @param act What did not happen, without a full stop.
 */
export async function tellError(error: unknown, act: string): Promise<void> {
  const { describeFailure } = await import('./describe-error.ts')
  const { title, advice } = describeFailure(error, act)
  toast.error(title, { description: advice })
}

/** A mail's subject without `Re:` and its like in other languages, in lower case, to compare with others. */
export const bareSubject = (subject: string): string =>
  subject
    .replace(
      /^(?:\s*(?:re|aw|sv|antw|odp|ynt|rif|res|vs|bls|回复|答复|回覆|返信|답장|отв|fwd?|wg|tr)(?:\[\d+\])?\s*[:：])+/iu,
      '',
    )
    .trim()
    .toLowerCase()

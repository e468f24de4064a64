/** Matches a question that asks for a number. */
export const ASKS_FOR_NUMBER =
  /\b(?:how (?:many|much|long|large|big|small|high|old|often|far|fast|late|early)|when|what time|(?:maximum|minimum|default|limit|price|cost|port|size|fee|rate|number)|wie ?viele?|wie (?:lange|groß|hoch|oft)|wann|combien|quand|cuánt[oa]s?|cuándo|quant[oiae]s?|quando|hoeveel|wanneer)\b/i
/** Matches a text that contains a number in digits or words, or a word in its place such as "free". */
export const NUMBER =
  /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|half|dozen|hundred|thousand|million|free|unlimited|eine?|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|kostenlos)\b/i

/**
 * Texts of small companies as an owner would paste them, with questions that they answer and related questions that
 * they do not: the hard case for an agent that must know when it does not know. Thresholds may be tuned on the `tuning`
 * companies; the others are for the report. The weights of confidence were fitted on all but those that are `unseen`.
 */
export type Company = {
  name: string
  tuning: boolean
  unseen?: boolean
  text: string
  pairs: { question: string; answer: string }[]
  answerable: { question: string; fact: RegExp }[]
  unanswerable: string[]
}

export const companies: readonly Company[] = [
  {
    name: 'Bike shop',
    tuning: true,
    text: `Wheelhouse is a bicycle shop in the old harbour. We are open Tuesday to Friday from 10 am to 6:30 pm and on Saturday from 9 am to 4 pm. We are closed on Sundays and Mondays.

We sell city bikes, touring bikes and cargo bikes. Every new bike comes with a free first inspection within 12 weeks of purchase. Test rides last up to two hours; please bring an identity card.

Repairs: small repairs such as a flat tyre are done the same day. Larger repairs take three to five working days. A basic service costs 59 euros, a full service 119 euros.

We ship accessories within the country for 4.90 euros; orders over 60 euros ship free. Bikes are delivered fully assembled for a flat fee of 39 euros. Delivery takes two to four working days.

Unused goods can be returned within 30 days with the receipt. Refunds are paid to the original payment method within seven days. Frames carry a ten-year warranty, electric motors and batteries two years.

You can reach the workshop at 555-0117 or workshop@wheelhouse.example.`,
    pairs: [
      {
        question: 'Do you buy used bikes?',
        answer: 'No, but we take your old bike in part exchange when you buy a new one, up to 200 euros.',
      },
      {
        question: 'Can I lease a bike through my employer?',
        answer: 'Yes. We work with JobRad and BusinessBike; bring the approval from your employer.',
      },
      {
        question: 'Do you rent out bikes?',
        answer:
          'We rent city bikes for 15 euros a day and cargo bikes for 35 euros a day. A deposit of 100 euros is due.',
      },
    ],
    answerable: [
      { question: 'When are you open on Saturday?', fact: /9 am to 4 pm/ },
      { question: 'are you open on sunday?', fact: /closed on Sundays/ },
      { question: 'How much is a full service?', fact: /119/ },
      { question: 'how long does a big repair take', fact: /three to five/ },
      { question: 'What does shipping cost?', fact: /4\.90/ },
      { question: 'Is there free delivery?', fact: /ship free/ },
      { question: 'Can I send something back?', fact: /30 days/ },
      { question: 'How long is the guarantee on the battery?', fact: /two years/ },
      { question: 'How do I contact the workshop?', fact: /555-0117/ },
      { question: 'Would you take my old bicycle?', fact: /part exchange/ },
      { question: 'What does it cost to hire a cargo bike?', fact: /35 euros/ },
      { question: 'Can I try a bike before I buy?', fact: /two hours/ },
      { question: 'when do I get my money back', fact: /seven days/ },
    ],
    unanswerable: [
      'Do you sell gift cards?',
      'Is there parking in front of the shop?',
      'Do you have children’s helmets in size S?',
      'Can I pay with Bitcoin?',
      'Do you offer bike fitting for racing cyclists?',
      'How much does a skateboard cost?',
      'Do you have job openings?',
      'Which chain oil is best in winter?',
      'What is the meaning of life?',
      'Do you ship to Japan?',
      'Who founded the company?',
    ],
  },
  {
    name: 'Invoicing software',
    tuning: true,
    text: `# Ledgerly help

## Plans

| Plan | Price per month | Users | Invoices |
| --- | --- | --- | --- |
| Solo | 9 euros | 1 | 50 |
| Team | 29 euros | 5 | 500 |
| Business | 79 euros | 25 | unlimited |

Yearly payment saves two months. You can change your plan at any time under Settings, Billing; the difference is credited to the day.

## Cancelling

You can cancel at the end of every month under Settings, Billing, Cancel plan. Your data stays readable for 90 days and is then deleted.

## Trial

The trial lasts 21 days and needs no credit card.

## Exports

Invoices can be exported as PDF, CSV and DATEV. An export of more than 1,000 invoices is sent by email as a ZIP file.

## Password

Click "Forgot password" on the sign-in page. The link in the email is valid for 60 minutes. After ten wrong attempts the account is locked for half an hour.

## Security

Data is stored in Frankfurt and encrypted at rest with AES-256. Two-factor authentication can be switched on under Settings, Security.`,
    pairs: [
      {
        question: 'Is there an API?',
        answer:
          'Yes, on the Business plan. Keys are made under Settings, Developers; the limit is 600 requests per minute.',
      },
      {
        question: 'How do I add my logo to invoices?',
        answer: 'Open Settings, Branding and upload a PNG or SVG of at most 2 MB.',
      },
    ],
    answerable: [
      { question: 'How much is the Team plan?', fact: /29 euros/ },
      { question: 'how many users can the business plan have', fact: /\b25\b/ },
      { question: 'How do I cancel my subscription?', fact: /Cancel plan/ },
      { question: 'How long can I try it for free?', fact: /21 days/ },
      { question: 'I forgot my password', fact: /Forgot password/ },
      { question: 'Where is my data stored?', fact: /Frankfurt/ },
      { question: 'Can I get my invoices as a CSV?', fact: /CSV/ },
      { question: 'Do you support 2FA?', fact: /Two-factor/ },
      { question: 'What is the API rate limit?', fact: /600/ },
      { question: 'how big can the logo be', fact: /2 MB/ },
      { question: 'What happens to my data when I leave?', fact: /90 days/ },
      { question: 'why is my account locked', fact: /ten wrong attempts/ },
      { question: 'Do I save money if I pay by the year?', fact: /two months/ },
    ],
    unanswerable: [
      'Does it integrate with Salesforce?',
      'Is there an Android app?',
      'Can I send reminders for overdue invoices automatically?',
      'Do you offer a discount for non-profits?',
      'Which currencies are supported?',
      'Are you hiring engineers?',
      'Can I import customers from Excel?',
      'What is your refund policy for yearly plans bought by mistake?',
      'How tall is Mount Everest?',
      'Do you have a reseller programme?',
      'What are your support hours?',
    ],
  },
  {
    name: 'Hotel',
    tuning: false,
    text: `The Seaview Inn has 42 rooms, all with a balcony. Check-in is from 3 pm, check-out until 11 am. Late check-out until 2 pm can be booked for 25 pounds.

Breakfast is served from 7 to 10:30, on weekends until 11. It costs 14 pounds per person and is free for children under six.

Dogs are welcome for 12 pounds a night; please tell us when you book. Cats and other pets are not allowed.

Parking in our garage costs 9 pounds a day. Two charging points for electric cars are available.

Bookings can be cancelled free of charge until 48 hours before arrival. After that we charge the first night. The city tax of 2.50 pounds per adult and night is paid on arrival.

The sauna is open daily from 4 pm to 10 pm. Wireless internet is free in the whole building.`,
    pairs: [
      {
        question: 'How do I get from the airport to the hotel?',
        answer:
          'Take bus 17 to Harbour Square; it runs every 20 minutes and takes half an hour. A taxi costs about 35 pounds.',
      },
    ],
    answerable: [
      { question: 'When can I check in?', fact: /3 pm/ },
      { question: 'Can I leave later than 11?', fact: /25 pounds|2 pm/ },
      { question: 'How much is breakfast?', fact: /14 pounds/ },
      { question: 'can I bring my dog?', fact: /welcome/ },
      { question: 'Where can I charge my electric car?', fact: /charging points/ },
      { question: 'Until when can I cancel my booking for free?', fact: /48 hours/ },
      { question: 'is there wifi', fact: /internet is free/ },
      { question: 'When does the sauna open?', fact: /4 pm/ },
      { question: 'Which bus goes to the hotel?', fact: /bus 17/ },
      { question: 'What does the garage cost?', fact: /9 pounds/ },
    ],
    unanswerable: [
      'Is there a gym?',
      'Do you have a conference room for 50 people?',
      'Can I book a massage?',
      'Do the rooms have a hair dryer?',
      'Is smoking allowed on the balcony?',
      'Do you have vegan dishes in the restaurant?',
      'How far is the golf course?',
      'Who won the last election?',
      'Do you accept American Express?',
      'Can you recommend a good book?',
    ],
  },
  {
    name: 'Campsite',
    tuning: false,
    unseen: true,
    text: `# Pine Lake Campsite

Pine Lake has 80 pitches for tents and 35 for caravans, all of them on grass. The season runs from 1 April to 31 October.

A tent pitch costs 18 dollars a night for two people, a caravan pitch 27 dollars. Each further adult pays 6 dollars, children under twelve stay free. Electricity is 4 dollars a night.

Reception is open from 8 am to 8 pm. Arrive after 2 pm and leave before noon. The gate is closed to cars from 10 pm to 7 am.

There are two wash houses with hot showers. Washing machines take tokens, which reception sells for 3 dollars. Drinking water is at every tenth pitch.

Canoes can be hired for 12 dollars an hour. Swimming in the lake is free and there is no lifeguard. Open fires are allowed in the fire rings only; firewood costs 7 dollars a bundle.

The shop beside reception sells bread, milk, gas cartridges and ice from 8 am to 6 pm.`,
    pairs: [
      {
        question: 'How do I cancel?',
        answer:
          'Write to hello@pinelake.example. Until 14 days before arrival you get everything back, after that half.',
      },
    ],
    answerable: [
      { question: 'How much is a pitch for a tent?', fact: /18/ },
      { question: 'When can I arrive?', fact: /2 pm/ },
      { question: 'is there a shop', fact: /bread/ },
      { question: 'Can I hire a canoe?', fact: /12 dollars/ },
      { question: 'Do children pay?', fact: /free/ },
      { question: 'May I light a fire?', fact: /fire rings/ },
      { question: 'When does reception open?', fact: /8 am/ },
      { question: 'Do you have hot showers?', fact: /hot showers/ },
      { question: 'When does the season start?', fact: /1 April/ },
      { question: 'What does electricity cost?', fact: /4 dollars/ },
      { question: 'Can I get my money back if I cancel?', fact: /14 days/ },
      { question: 'can i do laundry there', fact: /Washing machines/ },
    ],
    unanswerable: [
      'Do you take dogs?',
      'Do you have wifi?',
      'Are there cabins to rent?',
      'Is there a playground?',
      'Can I fish in the lake?',
      'Do you have a restaurant?',
      'Is there a swimming pool?',
      'Can I charge my electric car?',
      'Do you accept credit cards?',
      'Is there a bus to the city?',
      'Can I rent a tent?',
      'Do you have pitches for motorhomes longer than ten metres?',
      'Are barbecues allowed?',
      'Do you offer yoga classes?',
      'Is there a doctor nearby?',
      'Which pitch is the largest?',
      'Do you ship to Japan?',
      'What is the cheapest month?',
      'Can I stay over Christmas?',
      'How deep is the lake?',
    ],
  },
]

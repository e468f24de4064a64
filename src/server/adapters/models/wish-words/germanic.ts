import type { WishWords } from './kinds.ts'

export const en: WishWords = {
  staff:
    'human humans human_being human_beings operator operators agent agents representative representatives rep reps live_chat livechat live_support live_help live_assistance customer_service customer_services customer_support customer_care client_service support_agent csr helpdesk help_desk human_support human_help human_assistance human_contact support_person support_rep anyone_there anybody_there anyone_here anybody_here someone_there somebody_there anyone_home anybody_home who_can_i_talk_to who_can_i_speak_to who_can_i_speak_with who_can_i_talk_with is_there_anyone_there is_there_anyone_here is_there_anybody_there is_there_anybody_here is_there_someone_there is_there_someone_here',
  person:
    'person people persons adviser advisers advisor advisors consultant manager managers supervisor specialist staff_member member_of_staff team_member member_of_your_team member_of_the_team employee assistant_manager individual boss',
  anyone:
    'someone somebody anyone anybody some1 sb smone sm1 someone_else somebody_else staff team colleague support sales management owner guy technician receptionist expert front_desk director customer_relations',
  real: 'real live actual living proper breathing genuine physical non_bot nonbot flesh_and_blood',
  talk: 'put_me_thru put_thru get_me_thru thru talk talking speak speaking chat chatting connect connected connecting transfer transferred put_through put_me_through put_us_through get_through get_me_through pass switch escalate escalated hand_off hand_me_off hand_over hand_me_over hand forward redirect redirected contact reach reached get_in_touch in_touch be_in_touch get_hold_of discuss help assist assistance message communicate speek tlak route bring_in link transferring interact have_a_word a_word get_me give_me bring_me look_at_this look_at_it look_into_this look_into_it deal',
  want: 'want wants wanted need needing needed like prefer give get have wanna gimme require request requesting looking_for is_there are_there isnt_there find bring_me available wish love let can could may cant please pls plz plzz pleas plse kindly i_cant why_cant_i could_i_not call summon demand ask_for where_is',
  with: 'to with w from by 2',
  beside:
    'id im ill we us it this that a an the any some your one_of_your one_of_the another other thanks thank thx hi hello hey hiya sorry ok okay yes yeah yep just now right immediately asap today here there instead directly again back through over on at of in would will how_do how_can how_could how_to how does do_you do_i how_do_i to_be be been able is is_it_possible possible possible_to if so and really actually only rather urgent urgently quickly straight away straightaway phone line customer client technical service department dept billing accounts accounting reception desk front very much damn fucking fuck fkn freaking bloody god omg wtf sir madam mate dude guys first then already finally enough no_i no_just no_please no_connect no_let no_can no_give no_get my_god way option or who_is_real human_being soon moment minute quick ask asking me am trying tried still better best happy want_to up as possible_please for_help would_you will_you must got gotta hav should maybe perhaps too also as_well ur',
  not: 'dont do_not not no never without neither nor wont didnt doesnt does_not no_need not_necessary rather_not instead_of stop avoid refuse hate unnecessary no_longer wouldnt would_not i_dont_think_i except shouldnt isnt arent need_not neednt',
  bot: 'bot bots robot robots machine machines ai chatbot chatbots computer algorithm automated not_you not_this automation',
  asking:
    'when how_many how_much how_long how_often what_time which what_is whats who_is whose cost costs do_i_need should_i why_would what_are what_does what_do are_your does_the do_your do_the do_agents do_operators must_i do_we_need do_i_have_to',
  topic:
    'about regarding concerning because who that whom cause cuz coz re since as_i so_that which_can over_my on_my for_my with_my',
  me: 'i',
  you: 'you u your_bot',
  other:
    'contact_me contact_us contract contracts steak agency agenda management_team humane humid was_told were_told told_me',
}

export const de: WishWords = {
  staff:
    'mensch menschen mitarbeiter mitarbeiterin mitarbeitern mitarbeitende* kundenberater kundenberaterin kundendienst kundenservice kundenbetreuung kundenbetreuer* kundensupport berater beraterin beratern sachbearbeiter* servicemitarbeiter* supportmitarbeiter* ansprechpartner* live_chat livechat operator agent agenten human service_mitarbeiter support_mitarbeiter menschliche_hilfe hotline live_support livesupport callcenter kundenberatung da_jemand jemand_da jemand_hier hier_jemand ist_da_jemand ist_hier_jemand',
  person:
    'person personen vorgesetzte* chef filialleiter* manager leiter betreuer* kollege kollegin kollegen chefin geschäftsführer* inhaber*',
  anyone:
    'jemand jemandem jemanden jmd jemandn irgendwem irgendjemand* support team leuten service wem technik buchhaltung rezeption vertrieb verkauf',
  real: 'echt echte* richtig richtige* real reale* wirkliche* menschliche* leibhaftig* lebendig*',
  talk: 'sprechen reden chatten verbinden verbinde verbindet verbunden weiterleiten weitergeleitet weiterleitung leiten leite leite weiterverbinden durchstellen stellen_sie_mich stell_mich schreiben telefonieren kontaktieren kontakt kontaktaufnahme unterhalten uebergeben übergeben weitergeben weiterreichen uebernehmen erreichen erreiche kommunizieren spreche rede vermitteln vermittle quatschen gespraech kommen_in austauschen hilfe helfen wenden melden meldet holen hol holt',
  want: 'will moechte mochte moecht wollen moechten wuerde wuerden gerne gern brauche brauchen bitte bittee bidde haette haetten kann koennte koennten koennen kannst koenntest darf duerfte gib geben geben_sie gebt will_ich wunsche suche verlange gibt_es gibts ist_hier ist_da kann_ich_nicht ich_kann_nicht kann_ich_denn_nicht kann_ich_hier_nicht benoetige wuensche ich_bitte bekomme bekommen haben will_nur lass lassen',
  with: 'mit zu zum an zur bei',
  beside:
    'mir mich uns einem einen einer eine ein ner nem nen n dem den der die das des ihrem ihren ihrer ihre eurem euren eurer deinem deinen irgendeinem irgendeinen anderen anderem hallo hi guten tag morgen abend hey moin ja ok okay danke sofort jetzt gleich dringend mal einmal bitte_sofort hier endlich direkt statt lieber nur doch einfach noch und oder sich ist es moeglich moeglich? wie wo ich_will besser live chat online telefon telefonisch service kunden support technischen vom von team aus ihnen nein ach so entschuldigung sorry schnell lieber_mit heute auch schon wenn geht dann weiter durch werden wird aber also man zu_sprechen personlich personlich* ausserdem',
  not: 'nicht kein keine keinen keinem keiner nie niemals ohne niemand niemanden niemandem statt_mit unnoetig anstatt weder ungern',
  bot: 'bot bots roboter robotern maschine maschinen ki chatbot chatbots computer automat automaten',
  asking:
    'wann wieviele wie_viele wie_viel wieviel was_kostet kostet kosten wie_lange welche* wer wessen was wozu brauche_ich seit_wann duerfen muss_ich muss_man',
  topic:
    'wegen ueber bezueglich weil der_mir die_mir der_sich zum_thema betreffend hinsichtlich denn da_ich in_sachen damit zwecks das_mir die_sich der_mich zu_meiner zu_meinem zu_einer zu_meinen',
  me: 'ich',
  you: 'sie du ihr',
  other: 'regen gesprochen telefoniert geredet gechattet',
}

export const nl: WishWords = {
  staff:
    'medewerker medewerkers medewerkster mens mensen klantenservice klantendienst helpdesk operator agent adviseur servicemedewerker* collega live_chat livechat vertegenwoordiger* menselijke_medewerker consulent* human menselijke_hulp callcenter supportmedewerker* telefonist* persoon_van_vlees_en_bloed klantcontact daar_iemand iemand_daar iemand_hier hier_iemand is_daar_iemand is_hier_iemand is_er_iemand',
  person: 'persoon personen manager leidinggevende chef baas beheerder specialist',
  anyone:
    'iemand iemnd imand team support personeel mensen_van afdeling verkoop verkoopafdeling administratie receptie balie directeur eigenaar',
  real: 'echt echte menselijk menselijke levende levend werkelijke',
  talk: 'spreken praten chatten verbind verbinden verbindt doorverbinden doorverbind doorverbonden doorgeschakeld doorschakelen doorsturen contact contacten schakel overdragen overschakelen bellen spreek praat gesprek te_woord doorzetten zet_mij_door communiceren overleggen helpen hulp geholpen verbonden bereiken bereik lijn telefoon babbelen kletsen',
  want: 'wil willen wilt zou zouden graag kan kunnen kunt kun mag mogen aub alsjeblieft alstublieft ajb svp geef geven krijg krijgen nodig heb hebben wens verzoek is_er is_hier haal laat laten liever zoek ik_kan_niet kan_ik_niet gaarne please pls moet roep',
  with: 'met naar aan tot van',
  beside:
    'me mij ons een n de het dit dat die uw jullie jouw je_team nu meteen direct gelijk snel hallo hoi hey hi goedemiddag goedemorgen dag ja ok oke bedankt dank hier er daar hoe waar dan toch gewoon maar even eens ook nog door wel zo en of in plaats klanten service online live chat vandaag dringend spoed eindelijk rechtstreeks persoonlijk sorry nee om te worden word want_ik zsm kom ander andere weer erbij',
  not: 'niet geen nooit zonder hoef hoeft niemand nergens onnodig in_plaats_van noch liever_niet',
  bot: 'bot bots robot robots machine computer chatbot chatbots ai automaat',
  asking:
    'wanneer hoeveel hoe_lang hoe_laat welke welk wat wie kost kosten wiens heb_ik_een waarom_heb moet_ik moet_je',
  topic:
    'over omtrent betreffende wegens omdat die_mij die_me vanwege inzake want die_kan in_verband voor_mijn met_mijn',
  me: 'ik',
  you: 'je jij u',
}

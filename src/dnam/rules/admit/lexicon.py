"""The English words by which a sentence is told to be an order, a question or a statement.

Closed classes are complete as far as they matter; the verbs are the everyday ones, sorted by whether their
base form can also be a noun or a name ("Draft a letter", but "Draft beer is fine"). No sentence stands here.
"""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


VERBS = _words(
    """
    abandon abbreviate abolish accelerate accept accomplish accumulate accuse achieve acknowledge acquaint
    acquire act activate adapt add adhere adjust administer admit adopt advertise advise advocate aggregate
    agree alert align allege allow alphabetize alter amend amplify anagram analyse analyze animate annotate
    announce anonymize answer anticipate apologise apologize append apply appoint appraise approve argue
    arrange articulate ascertain ask assemble assert assess assign assist assume attach attack attempt
    attribute audit authorise authorize automate avoid back balance ban beef begin benchmark blacklist
    blackmail blame blend blur bold bomb boost brainstorm break breed brew bribe bring broadcast brute-force
    build bundle buy bypass calculate calibrate call cancel capitalise capitalize caption capture carry cast
    categorise categorize cease celebrate certify change characterise characterize chat check cheer choose
    chop churn cipher circulate circumvent cite claim clarify classify clean click close coach code
    collaborate collate collect combine come comfort commence comment communicate compare compile complete
    compliment compose compress compute concatenate conceal concentrate conclude condense conduct confess
    configure confirm confront congratulate conjugate connect consider construct consult consume contact
    contextualize continue contrast contribute convert convey convince cook coordinate copy correct
    correlate counsel count cover crack craft create criticise criticize crop cross-check customise
    customize cut deactivate debate debug debunk deceive decide decipher declare decline decode decompose
    decorate decrease decrypt deduce deduct defend define defraud delegate delete deliver demonstrate
    denounce deny depict deploy derive describe determine develop devise diagnose dictate differentiate dig
    direct disable discard disclose disconnect discover discredit discuss disguise dismiss disperse display
    disprove disregard disrupt dissect disseminate distinguish distribute divert divide divulge do document
    donate double-check download downplay draft draw drop dumb duplicate edit educate elaborate elect elicit
    eliminate email embed embellish embody embolden embrace empathize emphasise emphasize emulate enable
    encapsulate encipher encode encourage encrypt end endorse endure enforce engage enhance enlarge enlist
    ensure enter entertain entice enumerate envision equate erase escalate establish estimate evaluate evoke
    exaggerate examine exchange exclude execute exemplify exfiltrate exit expand experiment explain explore
    expose express extend extol extract fabricate facilitate fact-check factor falsify familiarize feed
    fetch fill filter finalise finalize find finish fix flag flatter flip flirt focus follow forbid force
    forecast foretell forewarn forge forget format formulate forward foster frame fulfil fulfill fuse gamify
    garble gather gauge generate give glorify go gossip grab graph greet group guarantee guess guide hack
    halt hand handle harness harvest help hide highlight hijack hint hire hold host hurry hype hyphenate
    identify ignite ignore illustrate imagine imitate impersonate implement imply impose impress improve
    improvise incite include incorporate increase index indicate infect infer infiltrate inflate influence
    inform initialise initialize initiate inject inquire insert insinuate insist inspect inspire install
    instruct insult integrate intercept interchange interject interleave intermix interpret intersperse
    interview interweave intimidate introduce invent invert invest investigate invite invoke isolate
    italicise italicize jailbreak jazz  join joke jot jumble justify keep kill label lambast laud launch
    lead leak learn leave lecture leetify lengthen let leverage lie limit link list listen load lobby locate
    lock log lookup lower lowercase lure maintain make manage manipulate map mark market mash maximise
    maximize measure meet memorialize memorise memorize mention merge message mimic minimise minimize mirror
    misinform mislead misquote misspell mix mobilize mock modify monitor moralize motivate move multiply
    mutate name narrate navigate neglect negotiate nominate note notify nudge number obey obfuscate obscure
    obstruct obtain offer omit open operate opine optimise optimize orchestrate order organise organize
    outline outperform output overhaul overlook override oversee overstate overwrite pair paraphrase parse
    pass paste pay pepper perform permit permute personalize persuade phish phrase pick pinpoint pioneer
    pitch place plan plant play-act plead pledge plot plug poison polish ponder populate portray pose post
    postulate practise praise pray preach predict prefix prepare prepend prescribe present preserve pretend
    pretty-print prevent preview print prioritise prioritize proceed process proclaim procure produce
    profess profile prohibit promote prompt pronounce proofread propagate propose protect prove provide
    provoke publicise publicize publish pump pun punctuate purchase push put quantify quantize query
    question quiz quote raise rally ramp randomise randomize rank rant rate rationalize rattle re-do
    re-write reach react read rearrange reassure rebut recall recap recast recharge recite recognise
    recognize recolor recommend recompile reconcile reconsider reconstruct record recount recreate recruit
    rectify redact redesign redirect redo reduce reenact refactor refer reference refine reflect reformat
    reformulate refrain reframe refuse refute regale regard regenerate register rehash rehearse reimagine
    reinforce reiterate reject relate relax relay release rely remain remark remember remind remix remove
    rename render reorder reorganise reorganize repair repeat rephrase replace replicate reply report repost
    represent reproduce repurpose request require research resend reserve reset resist resolve respell
    respond restate restore restrict restructure retell retort retrieve retweet reveal reverse review revise
    revisit rework rewrite rhyme rid ridicule roast rob role-play roleplay romanize rotate round ruminate
    rustle sabotage satirize save say scale scam scan schedule scold score scramble scrape scrawl screen
    scribble scrutinize search season seduce seek segment select sell send separate sequence serve set shape
    share shift shorten shout show showcase shuffle shut sift sign simplify simulate sing sketch skip
    slander slap slip smear smuggle solicit solve sort space spam speak specify speculate speed spell
    spell-check spice spin split spoil sponsor spoof spotlight spread sprinkle spy stage standardise
    standardize start state stay steal steer stereotype stick stimulate stir stop store streamline
    strengthen stress stretch strike strip structure style stylise stylize submit subscribe substitute
    subtract suffix suggest sum summarise summarize summon supply support suppose suppress survey swap sway
    swear switch synthesise synthesize tabulate tack tackle tag take talk tally target taunt teach tease
    tell tempt test text theorize think threaten throw title tone toss trace track transcribe transfer
    transfigure transform translate transliterate transmit transmute transpose treat triage trick trim
    trivialize troll troubleshoot try tune turn tweak tweet twist type uncover underline undermine
    underscore undo unleash unlock unpack unscramble unsubscribe unveil update upgrade upload uppercase
    upsell urge use utilise utilize validate vary vectorize vent verify view vilify visit visualise
    visualize voice vote vow wait warn warp watch water weave weigh whip whisper whitelist wipe word worship
    wrap write zip
    """
)
"""Base forms of what one can be told to do; each may open an order."""

NAMES_AND_NOUNS = _words(
    """
    act answer attack back balance ban base beef benchmark blame bold bomb book boost break bribe build call
    cap capture change charge chart chat check cheer chop cite claim coach code comfort comment compliment
    contact contrast copy counsel count cover crack craft cross dance debate debug design detail dig direct
    divert document double draft draw drop edit email end estimate exchange exit experiment factor feature
    fill film filter finish flag flip flirt focus force forecast forge form format forward frame function
    gauge go gossip grace graph group guess guide hack halt hand handle harness help highlight hire host
    hype imprint increase index interview invite jazz  joke judge key label launch lead lecture limit
    link list load lobby lock log map mark market match measure merge message mirror mix mock model monitor
    name note nudge number offer open order outline output pack paint pair pass paste pat pause pepper
    phrase pioneer pitch place plan plant play pledge plot plug point pop pose post practice praise present
    press preview print process profile program programme promise prompt pull pun push put query question
    quiz quote rally ramp rank rant rate read recall recap record reference register remark remix repair
    report request research reserve reset rest retort reverse review rework rhyme ridicule ring roast role
    round rule run sabotage scale scam scan schedule score scramble screen script search season sequence set
    shape share shift shout show sign sing sketch skip slap slip smear sort sound space spam speed spell
    spice spin split sponsor spread stage start state steer step stick stop store stress strike structure
    study style sum summary summon supply support survey swap switch table tag take talk tally target task
    taunt tease test text throw time title tone toss total touch trace track trade train transfer triage
    trick trim troll tune turn tweak tweet twist type update upgrade view voice vote vow walk warp watch
    water whip word work wrap zip
    """
)
"""Base forms that are also nouns or names; they need an object in view to be an order."""

LIVING = _words(
    """
    am be believe belong care collect commute cook crave cycle dance detest dislike drink drive eat enjoy
    feel garden get go hate have hike hope know knit like listen live look love mean miss need own paint
    play prefer remember rent ride run see seem sing sleep smoke speak spend study suffer surf swim take
    teach travel trust understand use visit walk want watch wear wish work
    """
)
"""What people say of themselves without "I": "Don't eat meat", "Never drink coffee"."""

ARTICLES = _words("a an the this these your my our me us")
OBJECTS = ARTICLES | _words(
    """
    it them him yourself all every each some any both one two three four five what how why who where when
    whether which as like that anything everything something nothing no random only more another
    """
)
"""What follows a verb that is an order, and hardly ever a noun that is a subject."""

FINITE = _words(
    """
    is are was were isn't aren't wasn't weren't has had hasn't hadn't have haven't does doesn't did didn't
    do don't will won't would wouldn't can can't could couldn't should shouldn't must may might helps means
    makes brings gives keeps takes feels remains became becomes started began went came got helped made
    brought gave kept
    """
)
"""Verbs in a person's form: what stands before them is a subject."""

PAST = _words(
    """
    ate beat became began bent bet bit bled blew bore bought bred broke brought built burnt came caught
    chose clung cut dealt did drank dreamt drew drove dug fed fell felt fled flew forgave forgot fought
    found froze gave got grew heard held hid hit hung hurt kept knelt knew laid lay learnt led left lent lit
    lost made meant met paid quit ran rang rode rose said sang sank sat saw sent shook shot shut slept slid
    sold sought sped spent spoke spun stole stood struck stuck swam swept swore taught thought threw told
    took tore understood went woke won wore wound wrote
    """
)
"""Verbs in a past that does not end in -ed: what stands before them is a subject."""

CLOSED = PAST | _words(
    """
    a able about above across after again against ago all allergic along already also although always am
    among an and another any anybody anyone anything are around as at away back because been before behind
    being below beside besides between beyond born both but by can cannot could despite did do does down
    during each either else enough even ever every everybody everyone everything except few fond for from
    had half half-way has have he hence her here hers him his how however i if in inside instead into is it
    its itself just keen last least less like likely lots many may maybe me might mine more most much must
    my near neither never next no nobody none nor not nothing now of off often on once one only onto or
    other others our out outside over own past per perhaps plenty quite rather same several shall she should
    since so some somebody someone something sometimes soon still such than that the their them then there
    these they this those though through throughout till to today together tomorrow tonight too toward
    towards twice under unless unlike until up upon usually very via was we well were what whatever when
    whenever where wherever whether which while whilst who whoever whom whose why will with within without
    would yes yesterday yet you your
    """
)
"""Words that no order opens with: function words and verbs already in the past."""

OPENERS = _words(
    """
    please pls plz kindly just simply also then now next first firstly second secondly third finally lastly
    instead so and but or ok okay okey hey hi hello yo greetings well again always only never immediately
    henceforth afterwards afterward thereafter additionally furthermore moreover otherwise however
    alternatively meanwhile today carefully quickly briefly quietly silently secretly strictly directly
    clearly completely absolutely important note step remember
    """
)
"""What may stand before the verb of an order."""

LEADING = _words(
    """
    in on at for from with without using by as if when whenever while after before once until during given
    based to instead despite regardless because since upon under within through according like unless via
    assuming considering starting beginning going every each
    """
)
"""What opens a phrase that an order may follow after a comma."""

NAMES = _words(
    """
    amber april art august autumn bill bob buck bud carol cash chance chase chip christian clay cliff colt
    dale dash dawn dean don drake drew duke earnest faith frank gene ginger glen grace grant guy harry heath
    heather holly hope hunter iris ivy jack jade jasmine joy june ken lance lily mark mason matt max may
    melody mike miles nick norm olive pat pearl penny peg pierce ray reed rich rob rod rose ruby rusty sandy
    skip sky star sterling stew sue summer tad trent trip troy tuck van vic victor violet wade ward warren
    will winter
    """
)
"""First names that are other words too: "Mark wants a dog", "Mark the date"."""

AGENTS = _words(
    """
    addict agent aide aficionado analyst apprentice assistant athlete captain champ champion chef chief
    clerk coach cook dad dev diabetic enthusiast fan geek girl graduate guard guru guy hand hobbyist intern
    junkie lad lead lord major member mom mum nerd nurse owl parent partner person pilot pro rep secretary
    snob student surgeon technician veteran vet
    """
)
"""What people are called, beside words in -er, -or, -ist and -ian: "Book club member"."""

THINGS = _words(
    """
    words names numbers questions answers messages notes comments lists points texts titles lines codes
    tags quotes links posts emails reports records steps tests roles rules phrases keys forms formats
    groups labels plans scores places ranks stories prompts
    """
)
"""Plural nouns that look like a verb said of somebody: "Spell words backwards"."""

PARTICLES = _words("up out off down over away through together back")

LABELS = _words(
    "goal goals hobby hobbies plan plans dream dreams motto mottos todo wish wishes habit habits like "
    "likes dislikes interests interest skills skill tip resolution resolutions routine duties chores "
    "advice quote saying"
)
"""Headings under which people list what they do: "Goals: learn Rust"."""

TEXTS = _words(
    "guide tutorial instructions steps tips poem essay story recipe explanation translation script summary "
    "instruction haiku limerick article synopsis walkthrough step-by-step way ways"
)
"""Kinds of text one asks for: "A short poem about rain"."""

SUBJECTS = _words("you u ya i we it there anyone someone somebody anybody they he she")
AUXILIARIES = _words(
    "can could would will shall should may might must do does did is are was were am have has had won't "
    "can't don't didn't isn't aren't couldn't wouldn't shouldn't haven't"
)
QUESTIONS = _words("what who whom whose which where when why how what's who's where's how's what're")
ASKED = AUXILIARIES | _words("to come about")

ROMANCE = _words(
    """
    al alla alle con com da de dei del della di do dos el em en e gli il la las le lo los menudo na nel
    mi para per por que sua suo sur su sus un una uma um y
    """
)
"""Small words of languages in which "a" means "to"."""
SUBJECTS_ELSEWHERE = _words(
    """
    je tu yo eu io ik ich ja il elle on er hij
    vivo abito risiedo lavoro amo adoro odio odeio detesto prefiro prefiero
    """
)
"""Who does something, in other languages, be it told by the verb: no verb in English."""

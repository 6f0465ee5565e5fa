"""The English words by which a sentence is told to be an order, a question or a statement.

Closed classes are complete as far as they matter; the verbs are the everyday ones, sorted by whether their
base form can also be a noun or a name ("Draft a letter", but "Draft beer is fine"). No sentence stands here.
"""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


VERBS = _words(
    """
    abandon abbreviate abolish accept accomplish accuse achieve acknowledge acquire act activate adapt add
    adhere adjust administer admit adopt advertise advise advocate aggregate agree alert align allow
    alphabetize alter amend amplify anagram analyse analyze animate annotate announce anonymize anticipate
    apologise apologize append apply appoint appraise approve argue arrange articulate ascertain ask assemble
    assert assess assign assist assume attach attack attempt attribute authorise authorize automate avoid
    balance ban begin blackmail blend blur bomb brainstorm break breed brew bribe bring broadcast brute-force
    build buy bypass calculate calibrate call cancel capitalise capitalize caption capture carry cast
    categorise categorize cease celebrate certify change characterise characterize chat check choose cipher
    circulate circumvent cite clarify classify clean click close collaborate collate collect combine come
    commence communicate compare compile complete compliment compose compress compute concatenate conceal
    conclude condense conduct configure confirm congratulate connect consider construct consult consume
    contact continue contribute convert convey convince cook coordinate correct correlate cover craft create
    criticise criticize crop cross-check customise customize cut deactivate debate debug debunk deceive decide
    decipher declare decline decode decompose decorate decrease decrypt deduce defend define defraud delete
    deliver demonstrate denounce deny depict deploy derive describe determine develop devise diagnose dictate
    differentiate direct disable discard disclose disconnect discover discredit discuss disguise dismiss
    disperse display disregard disrupt disseminate distinguish distribute divert divide divulge do donate
    double-check download downplay draft draw drop duplicate edit educate elaborate elect elicit eliminate
    email embed embellish embrace emphasise emphasize emulate enable encapsulate encode encourage encrypt end
    endorse enforce engage enhance enlarge enlist ensure enter entertain enumerate erase escalate establish
    evaluate exaggerate examine exclude execute exfiltrate exit expand explain explore expose express extend
    extract fabricate facilitate falsify familiarize feed fetch fill finalise finalize find finish fix flag
    flip follow forbid force forecast foretell forge forget format formulate forward frame fulfil fulfill
    garble gather generate give go grab graph greet group guarantee guess guide hack hand handle harness
    harvest help hide highlight hijack hint hire hold host hurry identify ignite ignore illustrate imagine
    imitate impersonate implement imply impose improve improvise incite include incorporate increase index
    indicate infer infiltrate inflate influence inform initialise initialize initiate inject inquire insert
    insist inspect inspire install instruct insult integrate interchange interleave intermix interpret
    intersperse interview interweave introduce invent invert invest investigate invite invoke isolate
    italicize jailbreak join jot jumble justify keep kill label lambast launch lead leak learn leave leetify
    let leverage lie limit link list listen load locate lock log lookup lower lure maintain make manage
    manipulate map mark market maximise maximize measure meet memorise memorize mention merge message mimic
    minimise minimize mirror misinform mislead misquote misspell mix modify monitor move multiply mutate name
    narrate navigate neglect negotiate nominate note notify obey obfuscate obtain offer omit open operate
    optimise optimize order organise organize outline output overlook override oversee overwrite pair
    paraphrase parse pass paste pay perform permit permute persuade phish phrase pick pinpoint place plan
    plant play-act pledge plot plug poison polish populate portray pose post postulate practise praise pray
    preach predict prefix prepare prepend prescribe present preserve pretend pretty-print prevent print
    prioritise prioritize proceed process proclaim procure produce profile prohibit promote prompt pronounce
    proofread propagate propose protect prove provide provoke publicise publicize publish pump punctuate
    purchase push put quantify quantize query question quiz quote raise rally randomise randomize rank rate
    re-do re-write reach react read rearrange reassure rebut recall recap recast recite recognise recognize
    recolor recommend recompile reconsider reconstruct record recount recruit rectify redact redesign redirect
    redo reduce refactor refer reference refine reflect reformat reformulate refrain refuse refute regard
    regenerate register rehearse reimagine reinforce reiterate reject relate relax relay release rely remain
    remember remind remix remove rename render reorder reorganise reorganize repair repeat rephrase replace
    replicate reply report repost represent reproduce request require research resend reserve reset resist
    resolve respell respond restate restore restrict restructure retell retrieve retweet reveal reverse review
    revise rewrite rhyme rid roast rob role-play roleplay romanize rotate round sabotage save say scam scan
    schedule score scramble screen search seek segment select sell send separate sequence serve set shape
    share shift shorten shout show shuffle shut sign simplify simulate sing sketch skip slander smear smuggle
    solicit solve sort space spam speak specify speculate speed spell spin split spoof spotlight spread spy
    stage standardise standardize start state stay steal steer stick stimulate stir stop store streamline
    strengthen stretch strike strip structure style stylize submit subscribe substitute subtract suffix
    suggest sum summarise summarize summon supply support suppose suppress survey swap switch synthesise
    synthesize tabulate tackle tag take talk target teach tease tell test text think threaten throw title
    trace track transcribe transfer transfigure transform translate transliterate transmit transpose treat
    trick trim troubleshoot try tune turn tweak tweet twist type uncover underline undermine undo unleash
    unlock unscramble unsubscribe unveil update upload urge use utilise utilize validate vary vent verify view
    vilify visit visualise visualize voice vote wait warn watch weave weigh whisper wipe word worship wrap
    write zip
    """
)
"""Base forms of what one can be told to do; each may open an order."""

NAMES_AND_NOUNS = _words(
    """
    act answer balance ban base book break build call cap capture change charge chart chat check cite code
    comment contact copy craft cross dance design detail direct double draft draw email end estimate exit
    feature fill film finish flag flip focus force forecast forge form format forward frame function grace
    graph group guess guide hack handle harness help highlight host imprint increase index interview invite
    judge key label launch lead limit link list log map mark market match measure merge message mirror mix
    model monitor name note number offer open order outline output pack paint pair pass paste pat pause phrase
    pitch place plan play plot point pop pose post practice present press print process program programme
    promise prompt pull push put question quote rank rate read recall recap record reference register remix
    report request research reserve reset rest reverse review rhyme ring roast role rule run scale scam scan
    schedule score scramble screen script search sequence set share shift shout show sign sing sketch skip
    smear sort sound spell spin split spread start state step stick stop store structure study sum summary
    supply support swap switch table tag take talk target task test text time title total touch trace track
    trade train transfer trick trim turn tweak tweet twist type update use view voice vote walk watch word
    work wrap zip
    """
)
"""Base forms that are also nouns or names; they need an object in view to be an order."""

LIVING = _words(
    """
    am be believe belong care collect commute cook crave cycle dance detest dislike drink drive eat enjoy feel garden
    get go hate have hike hope know knit like listen live look love mean miss need own paint play prefer remember rent
    ride run see seem sing sleep smoke speak spend study suffer surf swim take teach travel trust understand use visit
    walk want watch wear wish work
    """
)
"""What people say of themselves without "I": "Don't eat meat", "Never drink coffee"."""

ARTICLES = _words("a an the this these your my our me us")
OBJECTS = ARTICLES | _words(
    """
    it them him yourself all every each some any both one two three four five what how why who where when whether which
    as like that anything everything something nothing no random only more another
    """
)
"""What follows a verb that is an order, and hardly ever a noun that is a subject."""

FINITE = _words(
    """
    is are was were isn't aren't wasn't weren't has had hasn't hadn't have haven't does doesn't did didn't do don't
    will won't would wouldn't can can't could couldn't should shouldn't must may might helps means makes brings gives
    keeps takes feels remains became becomes started began went came got helped made brought gave kept
    """
)
"""Verbs in a person's form: what stands before them is a subject."""

CLOSED = _words(
    """
    about above across after again against ago all along already also although always am among an and another any
    anybody anyone anything are around as at away back because been before behind being below beside besides between
    beyond both but by can cannot could despite did do does down during each either else enough even ever every
    everybody everyone everything except few for from had half has have he hence her here hers him his how however i
    if in inside instead into is it its itself just last least less like likely lots many may maybe me might mine more
    most much must my near neither never next no nobody none nor not nothing now of off often on once one only onto or
    other others our out outside over own past per perhaps plenty quite rather same several shall she should since so
    some somebody someone something sometimes soon still such than that the their them then there these they this those
    though through throughout till to today together tomorrow tonight too toward towards twice under unless unlike
    until up upon usually very via was we well were what whatever when whenever where wherever whether which while
    whilst who whoever whom whose why will with within without would yes yesterday yet you your
    ate beat became began bent bet bit bled blew bore bought bred broke brought built burnt caught chose clung came
    cut dealt did drank drew dreamt drove dug fed fell felt fled flew forgave forgot fought found froze gave got grew
    heard held hid hit hung hurt kept knelt knew laid lay learnt led left lent lit lost made meant met paid quit ran
    rang rode rose said sang sank sat saw sent shook shot shut slept slid sold sought spent spoke sped spun stole stood
    stuck struck swam swept swore taught thought threw told took tore understood went woke won wore wound wrote
    born fond keen able allergic half-way
    """
)
"""Words that no order opens with: function words and verbs already in the past."""

OPENERS = _words(
    """
    please pls plz kindly just simply also then now next first firstly second secondly third finally lastly instead
    so and but or ok okay okey hey hi hello yo greetings well again always only never immediately henceforth
    afterwards afterward thereafter additionally furthermore moreover otherwise however alternatively meanwhile today
    carefully quickly briefly quietly silently secretly strictly directly clearly completely absolutely
    important note step remember
    """
)
"""What may stand before the verb of an order."""

LEADING = _words(
    """
    in on at for from with without using by as if when whenever while after before once until during given based to
    instead despite regardless because since upon under within through according like unless via assuming considering
    starting beginning going every each
    """
)
"""What opens a phrase that an order may follow after a comma."""

LABELS = _words(
    "goal goals hobby hobbies plan plans dream dreams motto mottos todo wish wishes habit habits like likes dislikes "
    "interests interest skills skill tip resolution resolutions routine duties chores advice quote saying"
)
"""Headings under which people list what they do: "Goals: learn Rust"."""

TEXTS = _words(
    "guide tutorial instructions steps tips poem essay story recipe explanation translation script summary "
    "instruction haiku limerick article synopsis walkthrough step-by-step"
)
"""Kinds of text one asks for: "A short poem about rain"."""

SUBJECTS = _words("you u ya i we it there anyone someone somebody anybody they he she")
AUXILIARIES = _words(
    "can could would will shall should may might must do does did is are was were am have has had won't can't don't "
    "didn't isn't aren't couldn't wouldn't shouldn't haven't"
)
QUESTIONS = _words("what who whom whose which where when why how what's who's where's how's what're")
ASKED = AUXILIARIES | _words("to come about")

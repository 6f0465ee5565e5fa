"""What people can be for good, by occupation, faith or fate; and what they only say they are."""

JOBS = frozenset(
    """
    cop barrister detective deputy sheriff groundskeeper dishwasher stocker merchandiser planner estimator
    inspector assembler fitter glazier plasterer scaffolder landscaper lumberjack logger rancher beautician
    manicurist masseuse masseur stuntman usher valet concierge attendant steward stewardess porter chauffeur
    controller rn cna emt lpn np md ta candidate fellow pastor rabbi imam monk nun pentester bookseller
    hostess gamedev webdev modder mangaka cartoonist printmaker glassblower luthier ceramicist calligrapher
    tanner taxidermist cpa webmaster orderly aide doula accountant actor actress actuary admin agronomist
    analyst anesthesiologist animator anthropologist apprentice arborist archaeologist architect archivist
    artist astronomer attorney auditor author babysitter baker ballerina banker barber barista bartender
    beekeeper biochemist biologist blacksmith bookkeeper botanist bouncer brewer bricklayer broker butcher
    caregiver carer caretaker carpenter cartographer cashier chaplain chef chemist choreographer
    civil-servant cleaner coach cobbler comedian composer conductor consultant contractor cook copywriter
    counselor counsellor courier curator dancer dba dealer dentist dermatologist designer dev developer
    dietitian director dispatcher diver doctor drummer ecologist economist editor educator electrician em
    engineer entrepreneur esthetician farmer fisherman firefighter florist forester founder cofounder
    co-founder freelancer gardener geologist geographer goldsmith guitarist hairdresser handyman historian
    hydrologist illustrator influencer instructor intern interpreter interior-designer investor janitor
    jeweler journalist judge lawyer lecturer librarian lifeguard linguist locksmith logistician machinist
    magician maintainer manager marine marketer mathematician mechanic medic meteorologist microbiologist
    midwife miner model modeler musician nanny neurologist neuroscientist notary novelist nurse nutritionist
    oceanographer oncologist operator optician optometrist organist paleontologist painter paralegal
    paramedic parkranger pathologist pediatrician paediatrician pharmacist philosopher phlebotomist
    photographer physicist physician physio physiotherapist pianist pilot plumber pm podcaster poet
    policeman politician postdoc potter preacher priest principal producer professor programmer prosecutor
    psychiatrist psychologist psychotherapist publicist radiographer radiologist ranger realtor receptionist
    recruiter reporter researcher roofer sailor salesman saleswoman salesperson scientist screenwriter
    sculptor seamstress secretary seller shepherd shopkeeper singer soldier solicitor songwriter sommelier
    sonographer specialist statistician stonemason streamer strategist stylist superintendent supervisor
    surgeon surveyor sysadmin tailor tattooist teacher teller tester therapist tiler tinkerer trader trainer
    trainee translator trucker tutor undertaker undergrad undergraduate underwriter upholsterer veterinarian
    vet videographer violinist volunteer waiter waitress warden watchmaker welder woodworker worker writer
    youtuber zookeeper zoologist student freshman sophomore junior senior grad postgrad teen teenager parent
    stay-at-home sre swe ceo cto cfo coo vp devops qa pharmacologist ux technician tech assistant
    representative rep officer driver guard servant agent associate clerk owner lead captain baker's caterer
    blogger vlogger reviewer hygienist mason rigger lineman linesman signwriter ironworker groomer farrier
    epidemiologist virologist toxicologist
    """.split()
)

BEINGS = frozenset(
    """
    vegan vegetarian pescatarian pescetarian flexitarian carnivore omnivore twin triplet quadruplet dad mom
    mum mother father papa mama grandmother grandfather grandma grandpa nan stepmom stepdad uncle aunt widow
    widower orphan veteran christian catholic muslim jew buddhist hindu sikh atheist agnostic quaker mormon
    introvert extrovert ambivert immigrant expat refugee citizen resident native speaker scorpio virgo libra
    aries taurus gemini leo sagittarius capricorn aquarius pisces lefty southpaw polyglot hobbyist homeowner
    landlord tenant minor adult-learner diabetic celiac coeliac epileptic asthmatic insomniac pacifist
    minimalist feminist teetotaler teetotaller brit scot swede dane finn pole german american canadian
    australian brazilian mexican texan californian londoner parisian new-yorker berliner aussie kiwi yank
    filipino filipina latina latino hoosier vet caver climber cyclist runner swimmer surfer skater skier
    snowboarder gymnast boxer wrestler rower golfer gamer speedrunner birdwatcher birder knitter quilter
    crocheter cosplayer hiker bassist cellist flautist flutist trombonist saxophonist vocalist rapper dj
    bodybuilder powerlifter footballer goalkeeper goalie
    """.split()
)

NOT_BEINGS = frozenset(
    """
    secret wannabe walking total complete absolute bit little lot mess disaster genius potato zombie fool
    idiot god goddess legend wreck human clown goblin gremlin ghost robot bot machine loser winner failure
    joke dumb stupid certified lazy horrible terrible awful bad worst useless worthless shit shitty fake
    fucking damn imaginary literal procrastinator overthinker
    """.split()
)

NOT_AGENTS = frozenset(
    """
    traveler traveller loser winner hater lover quitter slacker boomer gangster monster believer sinner
    sucker bummer keeper wanderer outsider newcomer member stranger number matter better brother sister
    mother father daughter character disaster master player survivor warrior terror error mirror traitor
    imposter impostor perfectionist optimist pessimist realist narcissist masochist sadist nihilist idealist
    chauvinist barbarian guardian leader follower thinker overthinker learner talker sleeper dreamer spender
    starter killer fighter lifesaver troublemaker procrastinator heater computer toaster hamster lobster
    dumpster joker poser folder server browser laughter slaughter customer passenger prisoner foreigner
    commoner beginner goner burner bother further neither either another rather banger slapper corner danger
    anger finger burger dinner summer winter letter offer order paper power tower water weather wonder
    answer center commander conqueror destroyer slayer healer tanker supporter ruler emperor predator
    alligator factor vector twist martian crier complainer wallflower bloomer rambler pleaser cheater
    whisperer yapper lifer doer giver taker hoarder multitasker worrier ponderer
    """.split()
)

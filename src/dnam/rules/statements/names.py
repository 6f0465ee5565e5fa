"""First names, and the words after "I am" and "call me" that are none."""

NAMES = frozenset(
    """
    aaron abby abdul abigail adam adele adrian agnes ahmed aidan aisha akira alan alba albert alejandra
    alejandro alex alexa alexander alexandra alexis alfie ali alice alicia alina alison allison alma alok
    amanda amelia amina amir amy ana anastasia anders andre andrea andreas andrei andrew andy angela
    angelica anika anita anna anne annie anthony antonio anya aoife arjun arthur asha ashley astrid audrey
    ava ayesha barbara beatrice becky bella ben benjamin bernard beth bianca bill billy bjorn bob bogdan
    brad brandon brenda brian bridget brooke bruno bryan caitlin callum cameron camila camille carla carlos
    carmen carol caroline carolina catherine cecilia celia cesar chad chandra charles charlie charlotte chen
    chiara chloe chris christian christina christine christopher ciara claire clara claudia colin connor
    craig cristina cynthia daisy dan dana daniel daniela danielle danny daria dave david dawn dean debbie
    deborah deepa denis denise dennis derek diana diego dimitri dmitri dominic donna doug dylan eddie edgar
    edith eduardo edward eileen elaine elena eli elias elijah elisa elise eliza elizabeth ella ellen ellie
    elsa emil emilia emilio emily emma enrico eric erica erik erin ernesto esther ethan eva evan evelyn ezra
    fabian farah farid fatima felipe felix fernanda fernando filip fiona florian frances francesca francesco
    francis francisco frank freddie freya frida gabriel gabriela gareth gary gavin gemma george georgia
    gerald gina giovanni giulia gloria gonzalo gordon grace graham greg greta guillermo gus gustavo hamza
    hana hank hannah hans harold harriet harry harvey hassan hazel heather hector heidi helen helena henrik
    henry hiroshi holly hugh hugo hussein ian ibrahim ida igor imran ines ingrid irene irina iris isaac
    isabel isabella isla ivan jack jackie jacob jada jaime jake james jamie jan jane janet janice jared
    jasmine jason javier jay jayden jean jeff jennifer jenny jeremy jerry jess jesse jessica jessie jill jim
    jimmy joan joanna joao joaquin jodie joe joel johan johanna john johnny jon jonas jonathan jordan jorge
    jose joseph josh joshua joyce juan juanita judith judy julia julian julie juliet julio june jung justin
    kai karen karim karin karl kasia kate katherine kathleen kathy katie katrina kavita kayla keiko keith
    kelly ken kenji kevin khadija kim kiran kirsten klaus kofi kris kristen kristina kumar kyle lars laura
    lauren layla lea leah leila lena leo leon leonardo leroy leslie leticia lewis liam lila lily lin linda
    lisa logan lola lorenzo louis louise luca lucas lucia lucy luis luisa luka luke luna lydia mabel maddie
    madison magda malik manuel marc marcela marcello marco marcus margaret maria mariana marie marina marion
    marisol marjorie mark marlene marta martha martin martina mary maryam mateo mathilde matt matteo matthew
    maureen maurice max maya megan mehmet mei melanie melissa mia michael michele michelle miguel mikael
    mike mikhail mila miles milo mina miranda miriam mitch mohamed mohammed moira molly mona monica moses
    muhammad murray nadia nadine naomi natalia natalie natasha nate nathan neil nell nia nicholas nick
    nicola nicole nikhil niklas nils nina noah noel noor nora norman nuno oksana olga oliver olivia olly
    omar oscar otto owen pablo paige pam pamela paolo patricia patrick paul paula pauline pedro peggy
    penelope penny percy peter petra phil philip phoebe pierre polly priya rachel rafael raj rajesh ralph
    ramon randy raquel rasmus raul ravi ray raymond rebecca renata rhys ricardo richard rick riley rina rita
    rob robert roberta roberto robin rodrigo roger rohan roland ron rosa rosie ross roxanne roy ruben rui
    rupert russell ruth ryan sabrina sally sam samantha samir samira samuel sandra sanjay sara sarah sasha
    saul scott sean sebastian selena serena sergei sergio seth shane shannon sharon shauna sheila shirley
    sid silvia simon simone sofia sonia sophia sophie soren stacy stan stefan stefano stella stephanie
    stephen steve steven stuart sue sunil suresh susan susanna suzanne sven sylvia takeshi tamara tania
    tanya tara tariq tatiana ted teresa terry tess thea theo theresa thomas tiago tim timothy tina tobias
    toby todd tom tomas tomasz tommy toni tony tracy trevor trish tristan tyler uma ursula valentina valeria
    vanessa vera veronica victor victoria vijay viktor vincent violet viola vivian vlad walter wanda wei
    wendy wesley will william willow xavier yara yasmin yolanda yuki yusuf yvonne zach zara zoe zofia
    zuzanna
    """.split()
)

NOT_NAMES = frozenset(
    """
    not so very too here back home done out in on off up down fine good great ok okay well sure sorry glad
    happy sad tired hungry bored sick late early ready busy free new lost stuck confused alive dead dying
    drunk high lonely single taken mad angry upset serious curious aware afraid scared worried excited ill
    hot cold wet dry full empty broke rich poor old young tall short fat thin smart dumb stupid lazy weird
    normal crazy insane awake asleep away live online offline afk god batman the a an your my his her their
    our this that it just still also really pretty quite kinda always never now then there about like with
    from at by for to of and or but if when what who why how all both every some any no yes yeah lol lmao
    haha gonna better best worse worst super hella totally literally definitely probably maybe almost
    already blue red green black white important irrelevant hidden secret unknown nobody everyone someone
    anonymous undefined null none root admin system user bot spelled written mud legion inigo slim groot
    ironman jesus satan santa spartacus ishmael master daddy sir lord king queen boss mommy majesty goddess
    president dad mom captain overlord supreme maybe later tomorrow crazy old-fashioned stupid anything
    whatever names when if on at back tonight asap anytime please something biased convinced impressed proud
    grateful thankful jealous sober certain positive able unable available unavailable interested correct
    wrong right left safe good done set crying screaming sobbing shook obsessed weak screwed doomed fucked
    cooked toast deceased speechless invested inlove him her them sleepy danger trouble vibes feel sparta
    legend bond cena astley rockstar pirate ninja toast unstoppable invincible famous cooked hungover pumped
    hyped stoked blessed based cursed chilling vibing dizzy nervous anxious baby banned nerfed hime legolas
    gandalf sauron vader yoda thanos barbie doc doctor chief dude man bro mate buddy pal boy girl guy woman
    human person
    """.split()
)

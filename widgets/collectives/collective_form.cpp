#include "widgets/collectives/collective_form.h"

#include "widgets/collectives/arrival_editor.h"
#include "widgets/collectives/collective_words.h"
#include "widgets/kit/dot_icon.h"
#include "widgets/kit/flat_combo.h"
#include "widgets/kit/flat_fields.h"
#include "widgets/kit/form_lines.h"
#include "widgets/kit/format.h"
#include "widgets/kit/number_field.h"
#include "widgets/kit/reason_balloon.h"
#include "widgets/kit/section_label.h"
#include "widgets/kit/symbol.h"
#include "widgets/panels/param_slider.h"

#include "engine/scenario/parameters.h"

#include <QAbstractItemView>
#include <QBoxLayout>
#include <QEvent>
#include <QGridLayout>

#include <algorithm>
#include <cmath>
#include <utility>

namespace bubblescope {

namespace {

constexpr int kFieldWidth = 80, kSmallField = 56;

QHBoxLayout* inset(QLayout* inner) {
    auto* row = new QHBoxLayout;
    row->setContentsMargins(kFormMargin, 0, kFormMargin, 0);
    row->addLayout(inner);
    return row;
}

QLabel* quiet(const QString& text, double size = 12) {
    auto* label = new QLabel(text);
    label->setFont(uiFont(size));
    label->setForegroundRole(QPalette::PlaceholderText);
    return label;
}

/// A number as text, followed by its unit.
QString withUnit(double value, const QString& unit) {
    const QString text = formatExact(value);
    return unit.isEmpty() ? text : text + QChar(0x202f) + unit;
}

constexpr Parameter kRanksKey = {.key = "ranks",
                                 .symbol = "n",
                                 .word = "ranks",
                                 .definition = "n: number of participating ranks (processes, each with one device).",
                                 .least = 1,
                                 .most = kMaxRanks,
                                 .slider = {.place = 1, .least = 1, .most = 64, .step = 1, .usual = 8}};
constexpr Parameter kBytesKey = {
    .key = "bytes",
    .type = ParameterType::Number,
    .symbol = "S",
    .word = "bytes",
    .definition =
        "S: size of the whole buffer that is broadcast, gathered or reduced; for an all-to-all, what one rank "
        "sends. Accepts \"64 MB\" or \"1e9\".",
    .least = 0,
    .most = kMaxBytes,
    .unit = "bytes",
    .slider = {.place = 2, .least = 1e3, .most = 1e11, .step = 1, .isLogarithmic = true, .usual = 1e9}};
constexpr Parameter kNodeSizeKey = {
    .key = "node_size",
    .symbol = "G",
    .word = "ranks per node",
    .definition = "G: rank r is on node r div G; ranks on the same node share a fast link.",
    .least = 1,
    .most = kMaxRanks,
    .slider = {.place = 3, .least = 1, .most = 16, .step = 1, .usual = 8}};

/// Whether the plan of an algorithm uses the number of pieces.
bool usesPieces(const Algorithm& algorithm) {
    return algorithm.pace == StepPace::Ports ||
           ((algorithm.collective == Collective::Broadcast || algorithm.collective == Collective::Reduce) &&
            algorithm.id == "ring");
}

}  // namespace

CollectiveForm::CollectiveForm(QWidget* parent) : SidePanel(Qt::RightEdge, parent) {
    setAccessibleName(tr("Collective"));
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 12, 0, 8);
    column->setSpacing(4);
    addCollective(*column);
    column->addLayout(dividingLine(5, 5));
    addLinks(*column);
    column->addLayout(dividingLine(5, 5));
    auto* head = new QHBoxLayout;
    head->addWidget(sectionLabel(tr("Algorithms")), 1);
    head->addWidget(quiet(tr("steps")));
    column->addLayout(inset(head));
    m_rowsGrid = new QGridLayout;
    m_rowsGrid->setVerticalSpacing(3);
    m_rowsGrid->setHorizontalSpacing(6);
    m_rowsGrid->setColumnStretch(1, 1);
    column->addLayout(inset(m_rowsGrid));
    column->addLayout(dividingLine(5, 5));
    head = new QHBoxLayout;
    head->addWidget(sectionLabel(tr("Arrival delay")), 1);
    head->addWidget(quiet(tr("drag down to delay a rank"), 11));
    column->addLayout(inset(head));
    m_arrival = new ArrivalEditor;
    column->addWidget(m_arrival);
    connect(m_arrival, &ArrivalEditor::edited, this, [this](const std::vector<double>& arrival, int gesture) {
        CollectiveSetup after = m_setup;
        const bool isLate = std::any_of(arrival.begin(), arrival.end(), [](double time) { return time > 0; });
        after.arrival = isLate ? arrival : std::vector<double>();
        ask(std::move(after), tr("Change arrival"), gesture);
    });
    column->addStretch();
    setWidget(content);
}

void CollectiveForm::addCollective(QBoxLayout& column) {
    auto* inner = new QVBoxLayout;
    inner->setSpacing(4);
    inner->addWidget(sectionLabel(tr("Collective")));
    m_collective = new FlatCombo;
    m_collective->setAccessibleName(tr("Collective"));
    m_collective->setFont(uiFont(12.5));
    for (const CollectiveInfo& info : collectives()) {
        m_collective->addItem(toQString(info.id));
        m_collective->setItemData(m_collective->count() - 1, toQString(info.meaning), Qt::ToolTipRole);
    }
    inner->addWidget(m_collective);
    m_meaning = hintLabel();
    inner->addWidget(m_meaning);
    connect(m_collective, &QComboBox::activated, this, &CollectiveForm::changeCollective);
    m_collective->view()->installEventFilter(this);

    m_ranks = new ParamSlider(kRanksKey);
    m_bytes = new ParamSlider(kBytesKey);
    m_nodeSize = new ParamSlider(kNodeSizeKey);
    addSlider(m_ranks, tr("Change ranks"),
              [](CollectiveSetup& setup, double value) { setRanks(setup, static_cast<int>(value)); });
    addSlider(m_bytes, tr("Change bytes"),
              [](CollectiveSetup& setup, double value) { setup.bytes = std::round(value); });
    addSlider(m_nodeSize, tr("Change ranks per node"),
              [](CollectiveSetup& setup, double value) { setup.cluster.nodeSize = static_cast<int>(value); });
    for (ParamSlider* slider : {m_ranks, m_bytes, m_nodeSize}) inner->addWidget(slider);

    m_root = addField(tr("root"), {}, 0, kMaxRanks - 1, true,
                      [](CollectiveSetup& setup, double value) { setup.root = static_cast<int>(value); });
    m_pieces = addField(tr("pieces"), {}, 1, kMaxPieces, true,
                        [](CollectiveSetup& setup, double value) { setup.pieces = static_cast<int>(value); });
    auto* line = new QHBoxLayout;
    line->setSpacing(6);
    for (const auto& [word, field] : {std::pair{tr("Root"), m_root.field}, std::pair{tr("Pieces"), m_pieces.field}}) {
        QLabel* label = quiet(word, 12.5);
        label->setBuddy(field);
        line->addWidget(label);
        field->setFixedWidth(kSmallField);
        line->addWidget(field);
        line->addSpacing(8);
    }
    line->addStretch(1);
    inner->addSpacing(2);
    inner->addLayout(line);
    m_rootOutside = new FlatCheck(tr("Draw root next to ranks"));
    m_rootOutside->setFont(uiFont(12));
    inner->addWidget(m_rootOutside);
    connect(m_rootOutside, &QAbstractButton::clicked, this, [this](bool isOn) {
        CollectiveSetup after = m_setup;
        after.isRootOutside = isOn;
        ask(std::move(after), isOn ? tr("Draw root next to ranks") : tr("Draw root as a rank"));
    });
    column.addLayout(inset(inner));
}

void CollectiveForm::addLinks(QBoxLayout& column) {
    auto* grid = new QGridLayout;
    grid->setVerticalSpacing(5);
    grid->setHorizontalSpacing(5);
    grid->setColumnStretch(0, 1);
    grid->addWidget(sectionLabel(tr("Links")), 0, 0);
    grid->addWidget(quiet(tr("Latency"), 11), 0, 1, Qt::AlignHCenter);
    grid->addWidget(quiet(tr("Bandwidth"), 11), 0, 2, Qt::AlignHCenter);
    const QString us = unitText("us"), gbs = QStringLiteral("GB/s");
    constexpr double kMost = 1e9, kLeast = 1e-6;
    m_intraLatency = addField(tr("latency inside a node"), us, 0, kMost, false,
                              [](CollectiveSetup& setup, double value) { setup.cluster.intra.latency = value; });
    m_intraBandwidth = addField(tr("bandwidth inside a node"), gbs, kLeast, kMost, false,
                                [](CollectiveSetup& setup, double value) { setup.cluster.intra.bandwidth = value; });
    m_interLatency = addField(tr("latency between nodes"), us, 0, kMost, false,
                              [](CollectiveSetup& setup, double value) { setup.cluster.inter.latency = value; });
    m_interBandwidth = addField(tr("bandwidth between nodes"), gbs, kLeast, kMost, false,
                                [](CollectiveSetup& setup, double value) { setup.cluster.inter.bandwidth = value; });
    m_launch = addField(tr("launch overhead"), us, 0, kMost, false,
                        [](CollectiveSetup& setup, double value) { setup.cluster.launch = value; });
    m_launch.field->setToolTip(
        tr("Fixed time per call, in addition to its steps: 7 to 14 µs with NCCL. Direct pays it for each message."));
    m_ports = new FlatCombo;
    m_ports->addItems({tr("One per GPU"), tr("One per node")});
    m_ports->setFont(uiFont(12));
    m_ports->setMinimumWidth(108);
    m_ports->setAccessibleName(tr("NICs"));
    m_ports->setToolTip(
        tr("Whether each GPU has its own NIC or the GPUs of a node share one. A shared NIC slows simultaneous sends to "
           "other nodes: direct, pairwise, hierarchical and rings, of which there is then only one."));
    connect(m_ports, &QComboBox::activated, this, [this](int index) {
        CollectiveSetup after = m_setup;
        after.cluster.isPortShared = index == 1;
        ask(std::move(after), tr("Change NICs"));
    });
    m_allPorts = new FlatCheck(tr("Rings use all NICs of a node"));
    m_allPorts->setFont(uiFont(12));
    m_allPorts->setToolTip(
        tr("Checked: one ring per NIC, and an all-to-all uses NICs only for data that leaves the node. Unchecked: a "
           "single ring uses one NIC per node, as in files of version 1."));
    connect(m_allPorts, &QAbstractButton::clicked, this, [this](bool isOn) {
        CollectiveSetup after = m_setup;
        after.cluster.usesAllPorts = isOn;
        ask(std::move(after), isOn ? tr("Use all NICs") : tr("Use one NIC"));
    });
    m_library = new FlatCombo;
    m_library->addItems({tr("All algorithms"), tr("NCCL")});
    m_library->setFont(uiFont(12));
    m_library->setMinimumWidth(108);
    m_library->setAccessibleName(tr("Library"));
    m_library->setToolTip(tr("Whether \"auto\" and the charts consider all algorithms, or only those of NCCL."));
    connect(m_library, &QComboBox::activated, this, [this](int index) {
        CollectiveSetup after = m_setup;
        after.library = static_cast<Library>(index);
        ask(std::move(after), tr("Change library"));
    });
    const auto row = [&](int at, const QString& word, QWidget* first, QWidget* second) {
        grid->addWidget(quiet(word, 12.5), at, 0);
        grid->addWidget(first, at, 1);
        grid->addWidget(second, at, 2);
    };
    for (const Field* field : {&m_intraLatency, &m_interLatency}) field->field->setFixedWidth(kSmallField);
    for (const Field* field : {&m_intraBandwidth, &m_interBandwidth, &m_launch})
        field->field->setFixedWidth(kFieldWidth);
    row(1, tr("Inside a node"), m_intraLatency.field, m_intraBandwidth.field);
    row(2, tr("Between nodes"), m_interLatency.field, m_interBandwidth.field);
    column.addLayout(inset(grid));
    column.addLayout(inset(wordLine(tr("NICs"), m_ports)));
    auto* all = new QHBoxLayout;
    all->addWidget(m_allPorts);
    column.addLayout(inset(all));
    column.addLayout(inset(wordLine(tr("Launch overhead"), m_launch.field)));
    column.addLayout(inset(wordLine(tr("Library"), m_library)));
}

void CollectiveForm::addSlider(ParamSlider* slider, const QString& what,
                               void (*set)(CollectiveSetup& setup, double value)) {
    connect(slider, &ParamSlider::valueEdited, this, [this, what, set](double value, int gesture) {
        CollectiveSetup after = m_setup;
        set(after, value);
        ask(std::move(after), what, gesture);
    });
}

CollectiveForm::Field CollectiveForm::addField(const QString& name, const QString& unit, double least, double most,
                                               bool isWhole, void (*set)(CollectiveSetup& setup, double value)) {
    Field out{new NumberField, nullptr};
    out.field->setAccessibleName(name);
    out.field->setFixedHeight(26);
    out.balloon = new ReasonBalloon(out.field);
    const auto refuse = [out](const QString& why) {
        out.field->setMarked(!why.isEmpty());
        out.balloon->say(why.toHtmlEscaped());
    };
    connect(out.field, &NumberField::restored, this, [refuse] { refuse({}); });
    connect(out.field, &NumberField::typed, this,
            [this, name, unit, least, most, isWhole, set, refuse](const QString& text) {
                const auto value = parseNumber(text, unit);
                if (!value || (isWhole && *value != std::floor(*value)))
                    return refuse(isWhole ? tr("needs a whole number") : tr("needs a number"));
                if (*value < least || *value > most)
                    return refuse(tr("must be from %1 to %2").arg(formatNumber(least), formatNumber(most)));
                CollectiveSetup after = m_setup;
                set(after, *value);
                if (const auto ok = checkCollective(after); !ok) return refuse(toQString(ok.error().message));
                refuse({});
                if (after == m_setup) return setSetup(m_setup);  // as the field formats it
                ask(std::move(after), tr("Change %1").arg(name));
            });
    return out;
}

void CollectiveForm::ask(CollectiveSetup after, const QString& what, int gesture) {
    if (after != m_setup) emit edited({std::move(after), what, gesture});
}

void CollectiveForm::changeCollective(int index) {
    CollectiveSetup after = m_setup;
    after.collective = collectives()[static_cast<std::size_t>(index)].collective;
    // A collective shown before gets its own selection back; a new one takes the ticked algorithms that it has.
    const std::vector<std::string> ticked = m_ticked;
    const auto before = m_tickedOf.find(after.collective);
    after.algorithms = before == m_tickedOf.end() ? ticked : before->second;
    std::erase_if(after.algorithms,
                  [&](const std::string& id) { return id != kAuto && !findAlgorithm(after.collective, id); });
    if (after.algorithms.empty()) after.algorithms = usualAlgorithms(after.collective);
    ask(std::move(after), tr("Change collective"));
    m_ticked = ticked;
}

bool CollectiveForm::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_collective->view() && event->type() == QEvent::Hide)
        QMetaObject::invokeMethod(this, &CollectiveForm::listClosed, Qt::QueuedConnection);
    return SidePanel::eventFilter(watched, event);
}

void CollectiveForm::fillRows() {
    for (const Row& row : m_rows) delete row.box, delete row.steps;
    m_rows.clear();
    const auto add = [this](std::string_view id, const Algorithm* algorithm) {
        const int at = static_cast<int>(m_rows.size());
        Row row{std::string(id), algorithm, new FlatCheck(toQString(id)), quiet({})};
        row.box->setFont(uiFont(12.5));
        m_rowsGrid->addWidget(row.box, at, 0);
        m_rowsGrid->addWidget(row.steps, at, 2, Qt::AlignRight);
        connect(row.box, &QAbstractButton::clicked, this, [this, name = row.id](bool isOn) { toggle(name, isOn); });
        m_rows.push_back(std::move(row));
    };
    const auto all = algorithmsOf(m_setup.collective);
    for (const Algorithm& algorithm : all) add(algorithm.id, &algorithm);
    if (all.size() > 1) add(kAuto, nullptr);
    QWidget* before = m_library;
    for (const Row& row : m_rows) setTabOrder(std::exchange(before, row.box), row.box);  // not after everything else
    showColors();
}

void CollectiveForm::showColors() {
    for (const Row& row : m_rows)
        if (row.algorithm) row.box->setIcon(dotIcon(algorithmColor(themeOf(palette()), *row.algorithm)));
}

void CollectiveForm::changeEvent(QEvent* event) {
    SidePanel::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) showColors();
}

void CollectiveForm::toggle(const std::string& id, bool isOn) {
    CollectiveSetup after = m_setup;
    std::erase(after.algorithms, id);
    if (isOn) after.algorithms.push_back(id);
    if (after.algorithms.empty()) return setSetup(m_setup);  // at least one algorithm stays
    ask(std::move(after), isOn ? tr("Add %1").arg(toQString(id)) : tr("Remove %1").arg(toQString(id)));
}

FlatCheck* CollectiveForm::algorithm(const std::string& id) const {
    for (const Row& row : m_rows)
        if (row.id == id) return row.box;
    return nullptr;
}

void CollectiveForm::setSetup(const CollectiveSetup& setup) {
    const bool isOther = m_rows.empty() || setup.collective != m_setup.collective;
    m_setup = setup;
    m_tickedOf[setup.collective] = m_ticked = setup.algorithms;
    const CollectiveInfo& info = infoOf(setup.collective);
    m_collective->setCurrentIndex(static_cast<int>(&info - collectives().data()));
    const QString meaning = toQString(info.meaning);
    setLine(m_meaning, outsiderOf(setup) ? tr("%1 The root is drawn next to the ranks and stores no data.").arg(meaning)
                                         : meaning);
    m_ranks->setValue(setup.ranks);
    m_bytes->setValue(setup.bytes);
    m_nodeSize->setValue(setup.cluster.nodeSize);
    const Cluster& cluster = setup.cluster;
    const QString us = unitText("us"), gbs = QStringLiteral("GB/s");
    const auto show = [](const Field& field, const QString& text) {
        field.field->showText(text);
        field.field->setMarked(false);
        field.balloon->say({});
    };
    show(m_intraLatency, withUnit(cluster.intra.latency, us));
    show(m_intraBandwidth, withUnit(cluster.intra.bandwidth, gbs));
    show(m_interLatency, withUnit(cluster.inter.latency, us));
    show(m_interBandwidth, withUnit(cluster.inter.bandwidth, gbs));
    show(m_launch, withUnit(cluster.launch, us));
    m_rootOutside->setVisible(canStandOutside(setup.collective));
    m_rootOutside->setChecked(setup.isRootOutside);
    m_rootOutside->setToolTip(
        tr("Draws the root as course notes do: it is not a rank, and it neither keeps nor adds data. Steps and numbers "
           "still follow torch.distributed, where the root is rank %1 of %2 and keeps its share.")
            .arg(setup.root)
            .arg(setup.ranks));
    m_ports->setCurrentIndex(cluster.isPortShared ? 1 : 0);
    m_allPorts->setChecked(cluster.usesAllPorts);
    m_library->setCurrentIndex(static_cast<int>(setup.library));
    if (isOther) fillRows();
    showAlgorithms();
    showUnused();
    const double longest = timeByForm(*m_rows.front().algorithm, teamOf(setup), cluster, setup.bytes);
    std::vector<double> arrival = setup.arrival;
    arrival.resize(static_cast<std::size_t>(setup.ranks), 0);
    m_arrival->setArrival(arrival, longest / 4);
}

void CollectiveForm::showAlgorithms() {
    const Team team = teamOf(m_setup);
    m_treePieces.reset();
    QStringList refusals;
    QList<double> offered;
    for (const Row& row : m_rows) {
        const auto& all = m_setup.algorithms;
        const bool isOn = std::find(all.begin(), all.end(), row.id) != all.end();
        row.box->setChecked(isOn);
        const Algorithm& algorithm = row.algorithm ? *row.algorithm : algorithmFor(m_setup, kAuto);
        const auto refusal = checkTeam(algorithm, team);
        const Team own = refusal ? teamFor(m_setup, algorithm) : team;
        row.steps->setText(refusal ? QString::number(closedFormOf(algorithm, own).steps()) : QString(QChar(0x2013)));
        if (refusal && isOn && algorithm.pace == StepPace::Ports) m_treePieces = own.pieces;
        const QString why = refusal ? QString() : toQString(refusal.error().message);
        const QString tip =
            row.algorithm ? why
                          : tr("The cheapest algorithm by its closed form; currently %1.").arg(toQString(algorithm.id));
        row.box->setToolTip(tip);
        row.steps->setToolTip(tip);
        if (refusal || !isOn) continue;
        refusals += QStringLiteral("%1 %2").arg(toQString(row.id), why);
        for (const int ranks : nearestRanks(algorithm, team))
            if (!offered.contains(ranks) && ranks >= 1 && ranks <= kMaxRanks) offered += ranks;
    }
    m_ranks->setError(refusals.join(QLatin1Char('\n')), offered);
}

void CollectiveForm::showUnused() {
    const bool hasRoot = infoOf(m_setup.collective).isRooted;
    const bool hasPieces = std::any_of(m_setup.algorithms.begin(), m_setup.algorithms.end(), [&](const auto& id) {
        const Algorithm* algorithm = findAlgorithm(m_setup.collective, id);
        return algorithm && usesPieces(*algorithm);
    });
    const auto show = [](const Field& field, bool isUsed, const QString& text, const QString& use, const QString& why) {
        field.field->showText(isUsed ? text : QString(QChar(0x2013)));
        field.field->setEnabled(isUsed);
        field.field->setMarked(false);
        field.balloon->say({});
        field.field->setToolTip(isUsed ? use : why);
    };
    show(m_root, hasRoot, QString::number(m_setup.root),
         tr("The rank that sends the data, or that receives what is gathered."),
         tr("Not used: this collective has no root."));
    const int pieces = m_setup.pieces.value_or(m_treePieces.value_or(m_setup.ranks));
    show(m_pieces, hasPieces, QString::number(pieces),
         tr("Number of pieces into which a ring or tree splits its part of the buffer. Pieces are sent one after "
            "another."),
         tr("No effect: the selected algorithms do not split the buffer into pieces. Double-tree, in-switch, and the "
            "rings of broadcast and reduce do."));
}

}  // namespace bubblescope

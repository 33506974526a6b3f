#include "widgets/steps/mesh_picker.h"

#include "engine/entries/model_edits.h"
#include "engine/transformers/hardware.h"
#include "engine/transformers/trained_model.h"
#include "widgets/kit/chip_button.h"
#include "widgets/kit/form_lines.h"
#include "widgets/kit/format.h"
#include "widgets/kit/section_label.h"
#include "widgets/kit/symbol.h"
#include "widgets/kit/theme.h"

#include <QBoxLayout>
#include <QGridLayout>
#include <QLabel>

#include <algorithm>
#include <utility>

namespace bubblescope {

namespace {

/// Chips in a row, by the number of devices from which on there are so many.
constexpr std::pair<int, int> kChipColumns[] = {{8192, 4}, {1025, 5}, {256, 6}, {0, 7}};
constexpr qsizetype kMostRefused = 5;  // sizes listed

QString nameOf(MeshAxis axis) { return toQString(kAxisKeys[static_cast<std::size_t>(axis)]).toUpper(); }

QString meaningOf(MeshAxis axis) {
    switch (axis) {
        case MeshAxis::Pp: return MeshPicker::tr("Pipeline parallel: stages of consecutive layers.");
        case MeshAxis::Dp: return MeshPicker::tr("Data parallel: replicas of the model, each with its own sequences.");
        case MeshAxis::Fsdp:
            return MeshPicker::tr(
                "Fully sharded data parallel: each rank has its own sequences and stores a share of the parameters.");
        case MeshAxis::Cp: return MeshPicker::tr("Context parallel: ranks that share every sequence.");
        case MeshAxis::Tp: return MeshPicker::tr("Tensor parallel: ranks that share every layer.");
        case MeshAxis::Ep: break;
    }
    return MeshPicker::tr(
        "Expert parallel: ranks that the experts are spread over, among the ranks of FSDP, CP and TP.");
}

}  // namespace

MeshPicker::MeshPicker(QWidget* parent)
    : QWidget(parent),
      m_note(new QLabel),
      m_product(new QLabel),
      m_sizeWord(wordLabel({})),
      m_reason(hintLabel()),
      m_axisGrid(new QGridLayout),
      m_sizes(new QGridLayout) {
    setAccessibleName(tr("Mesh"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(kFormMargin, 0, kFormMargin, 0);
    column->setSpacing(4);
    auto* head = new QHBoxLayout;
    head->addWidget(sectionLabel(tr("Mesh")));
    m_product->setFont(uiFont(11.5));
    head->addWidget(m_product, 1);
    m_note->setFont(uiFont(11.5));
    head->addWidget(m_note);
    column->addLayout(head);
    auto* axes = m_axisGrid;
    axes->setHorizontalSpacing(1);
    axes->setVerticalSpacing(0);
    for (std::size_t i = 0; i < kAxes; ++i) {
        const auto axis = static_cast<MeshAxis>(i);
        auto* chip = new ChipButton(QStringLiteral("1"));
        chip->setFont(uiFont(12.5, QFont::DemiBold));
        chip->setToolTip(meaningOf(axis));
        chip->setAccessibleName(nameOf(axis));
        chip->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        connect(chip, &QAbstractButton::clicked, this, [this, axis] { setAxis(axis); });
        auto* word = new QLabel(nameOf(axis));
        word->setFont(uiFont(10));
        word->setAlignment(Qt::AlignHCenter);
        word->setForegroundRole(QPalette::PlaceholderText);
        auto* times = wordLabel(i == 0 ? QString() : axis == MeshAxis::Ep ? QStringLiteral(" ") : QStringLiteral("×"));
        const int at = static_cast<int>(2 * i);
        axes->addWidget(times, 0, at);
        axes->addWidget(chip, 0, at + 1);
        axes->addWidget(word, 1, at + 1);
        axes->setColumnStretch(at + 1, 1);
        m_axes.push_back(chip);
        m_words.push_back(word);
        m_times.push_back(times);
    }
    column->addLayout(axes);
    auto* sizes = new QHBoxLayout;
    sizes->setSpacing(2);
    m_sizeWord->setFixedWidth(30);
    sizes->addWidget(m_sizeWord, 0, Qt::AlignTop);
    m_sizes->setSpacing(3);
    sizes->addLayout(m_sizes);
    sizes->addStretch(1);
    column->addLayout(sizes);
    column->addWidget(m_reason);
}

ChipButton* MeshPicker::size(int size) const {
    for (const auto& [value, button] : m_sizeButtons)
        if (value == size) return button;
    return nullptr;
}

QString MeshPicker::note() const { return m_note->text(); }
QString MeshPicker::reason() const { return m_reason->isHidden() ? QString() : m_reason->text(); }

void MeshPicker::setStep(const Scenario& scenario, std::size_t step) {
    m_scenario = scenario;
    m_step = step;
    const auto model = modelOf(modelOfStep(scenario, step));
    const bool hasExperts = model && model->shape.experts > 1;
    if (m_axis == MeshAxis::Ep && !hasExperts) m_axis = MeshAxis::Tp;
    const Mesh mesh = meshOf(scenario, step);
    for (std::size_t i = 0; i < kAxes; ++i) {
        const bool isThere = static_cast<MeshAxis>(i) != MeshAxis::Ep || hasExperts;
        for (QWidget* part :
             {static_cast<QWidget*>(m_axes[i]), static_cast<QWidget*>(m_words[i]), static_cast<QWidget*>(m_times[i])})
            part->setVisible(isThere);
        m_axisGrid->setColumnStretch(static_cast<int>(2 * i) + 1, isThere ? 1 : 0);
        m_axes[i]->setText(QString::number(mesh.sizes[i]));
        m_axes[i]->setMarked(static_cast<MeshAxis>(i) == m_axis);
    }
    m_product->setText(mesh.ranks() == 1 ? tr("1 rank") : tr("%1 ranks").arg(formatCount(mesh.ranks())));
    const auto hardware = hardwareOf(clusterOfStep(scenario, step));
    const long long node = hardware ? hardware->cluster.nodeSize : 1;
    const bool isWhole = mesh.ranks() % node == 0 || mesh.ranks() < node;
    m_note->setText(isWhole ? tr("fills the cluster \u2713") : tr("leaves devices of a node idle"));
    m_note->setForegroundRole(isWhole ? QPalette::PlaceholderText : QPalette::BrightText);
    showSizes();
}

void MeshPicker::setAxis(MeshAxis axis) {
    m_axis = axis;
    setStep(Scenario(m_scenario), m_step);
}

void MeshPicker::showSizes() {
    const bool hadFocus = std::any_of(m_sizeButtons.begin(), m_sizeButtons.end(),
                                      [](const auto& button) { return button.second->hasFocus(); });
    if (hadFocus)
        m_axes[static_cast<std::size_t>(m_axis)]->setFocus();  // not to the next field, which may be far below
    for (const auto& [value, button] : m_sizeButtons) {
        m_sizes->removeWidget(button);
        button->hide();
        button->deleteLater();
    }
    m_sizeButtons.clear();
    const QString name = nameOf(m_axis);
    m_sizeWord->setText(name);
    const int now = meshOf(m_scenario, m_step)[m_axis];
    QStringList refused;
    QString why;
    const long long devices = meshOf(m_scenario, m_step).ranks();
    const int columns =
        std::ranges::find_if(kChipColumns, [&](const auto& from) { return devices >= from.first; })->second;
    for (const AxisChoice& choice : axisChoices(m_scenario, m_step, m_axis)) {
        auto* button = new ChipButton(QString::number(choice.size));
        button->setCheckable(true);
        button->setChecked(choice.size == now);
        button->setAccessibleName(tr("%1 %2").arg(name).arg(choice.size));
        const bool isGood = choice.why.empty();
        button->setEnabled(isGood || choice.size == now);
        button->setToolTip(isGood ? toQString(meshText(choice.mesh)) : tipHtml(toQString(choice.why)));
        if (!isGood) {
            refused += QString::number(choice.size);
            if (why.isEmpty()) why = toQString(choice.why);
        }
        connect(button, &QAbstractButton::clicked, this, [this, choice, name, button, now] {
            button->setChecked(choice.size == now);  // until the scenario changes
            if (choice.size != now)
                emit edited({withMesh(m_scenario, m_step, choice.mesh), tr("Change %1").arg(name), 0});
        });
        const int place = static_cast<int>(m_sizeButtons.size());
        m_sizes->addWidget(button, place / columns, place % columns);
        m_sizeButtons.emplace_back(choice.size, button);
        if (hadFocus && choice.size == now) button->setFocus();
    }
    if (refused.size() > kMostRefused) refused = {refused.front(), QStringLiteral("\u2026"), refused.back()};
    setLine(m_reason, refused.isEmpty() ? QString() : tr("%1: %2").arg(refused.join(QStringLiteral(", ")), why));
}

}  // namespace bubblescope

#include "widgets/picture/length_field.h"

#include "engine/core/text.h"
#include "widgets/kit/flat_style.h"
#include "widgets/kit/format.h"
#include "widgets/kit/text_limit.h"

#include <QComboBox>
#include <QGridLayout>
#include <QLineEdit>

#include <cmath>

namespace bubblescope {

namespace {

constexpr int kNumberWidth = 112, kUnitWidth = 66, kGap = 6;

}  // namespace

LengthField::LengthField(const QString& name, const QString& without, Names names, QWidget* parent)
    : QWidget(parent), m_number(new QLineEdit), m_unit(new QComboBox) {
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(kGap);
    grid->setVerticalSpacing(kGap);
    limitText(*m_number);
    m_number->setFixedWidth(kNumberWidth);
    m_number->setPlaceholderText(without);
    m_number->setAccessibleName(name);
    m_unit->setFixedWidth(kUnitWidth);
    m_unit->setAccessibleName(tr("Unit of %1").arg(name));
    for (const LengthUnitInfo& unit : lengthUnits()) m_unit->addItem(toQString(unit.id));
    grid->addWidget(m_number, 0, 0);
    grid->addWidget(m_unit, 0, 1);
    setFocusProxy(m_number);
    connect(m_number, &QLineEdit::textChanged, this, [this] {
        showName();
        emit edited();
    });
    connect(m_unit, &QComboBox::currentIndexChanged, this, &LengthField::takeUnit);
    if (names == Names::None) return;
    m_names = new QComboBox;
    m_names->setFixedWidth(kNumberWidth + kGap + kUnitWidth);
    m_names->setAccessibleName(tr("Publisher widths"));
    m_names->setToolTip(tr("Column and page widths that publishers use."));
    m_names->addItem(tr("Custom"));
    for (const NamedWidth& width : namedWidths()) m_names->addItem(toQString(width.title));
    grid->addWidget(m_names, 1, 0, 1, 2);
    connect(m_names, &QComboBox::activated, this, [this](int index) {
        if (index == 0) return;
        setLength(namedWidths()[static_cast<std::size_t>(index) - 1].width);
        emit edited();
    });
}

Result<std::optional<Length>> LengthField::length() const {
    const QString text = m_number->text().trimmed();
    if (text.isEmpty() && !m_number->placeholderText().isEmpty()) return std::optional<Length>();
    bool isNumber = false;
    text.toDouble(&isNumber);
    const std::string_view unit = infoOf(m_shownUnit).id;
    const auto length = lengthIn(text.toStdString() + (isNumber ? std::string(unit) : std::string()), true);
    return length ? Result<std::optional<Length>>(std::optional(*length)) : length.error();
}

void LengthField::setLength(const std::optional<Length>& length) {
    const QSignalBlocker number(m_number), unit(m_unit);
    if (length) m_shownUnit = length->unit;
    m_unit->setCurrentIndex(static_cast<int>(m_shownUnit));
    m_number->setText(length ? toQString(numberText(length->number())) : QString());
    showName();
}

void LengthField::offerUnit(LengthUnit unit) {
    if (!m_number->text().isEmpty() || m_shownUnit == unit) return;
    m_shownUnit = unit;
    const QSignalBlocker blocker(m_unit);
    m_unit->setCurrentIndex(static_cast<int>(unit));
}

/// Selects the name of the width, if it has one.
void LengthField::showName() {
    if (!m_names) return;
    const auto shown = length();
    int known = 0;
    for (std::size_t i = 0; shown && *shown && i < namedWidths().size(); ++i)
        if (known == 0 && namedWidths()[i].width == **shown) known = static_cast<int>(i) + 1;
    m_names->setCurrentIndex(known);
}

void LengthField::setMarked(bool isMarked) { bubblescope::setMarked(m_number, isMarked); }

/// Converts the length to another unit.
void LengthField::takeUnit(int index) {
    const auto before = length();
    m_shownUnit = lengthUnits()[static_cast<std::size_t>(index)].unit;
    if (before && *before) {
        constexpr double kFinest = 100;
        const double number = Length((*before)->pixels, m_shownUnit).number();
        setLength(lengthOf(std::round(number * kFinest) / kFinest, m_shownUnit));
    }
    emit edited();
}

}  // namespace bubblescope

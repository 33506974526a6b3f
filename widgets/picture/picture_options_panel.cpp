#include "widgets/picture/picture_options_panel.h"

#include "widgets/kit/flat_fields.h"
#include "widgets/kit/section_label.h"
#include "widgets/kit/segmented_control.h"
#include "widgets/kit/theme.h"
#include "widgets/picture/gantt_picture.h"

#include <QGridLayout>
#include <QLabel>

#include <algorithm>

namespace bubblescope {

PictureOptionsPanel::PictureOptionsPanel(QWidget* parent) : QWidget(parent), m_grid(new QGridLayout(this)) {
    m_grid->setContentsMargins(20, 18, 20, 18);
    m_grid->setHorizontalSpacing(14);
    m_grid->setVerticalSpacing(8);
    m_grid->setColumnStretch(1, 1);
}

void PictureOptionsPanel::addSection(const QString& title) {
    const int row = m_grid->rowCount();
    if (row > 1) m_grid->setRowMinimumHeight(row, 6);
    m_grid->addWidget(sectionLabel(title), row + 1, 0, 1, 2);
}

QLabel* PictureOptionsPanel::addRow(const QString& label, QWidget* field) {
    const int row = m_grid->rowCount();
    auto* name = new QLabel(label);
    name->setForegroundRole(QPalette::PlaceholderText);
    name->setBuddy(field);
    field->setAccessibleName(label);
    m_grid->addWidget(name, row, 0);
    m_grid->addWidget(field, row, 1, Qt::AlignLeft);
    return name;
}

SegmentedControl* PictureOptionsPanel::addSegments(const QString& label, const QStringList& choices) {
    auto* control = new SegmentedControl(choices, label);
    addRow(label, control);
    return control;
}

void PictureOptionsPanel::addFormats(const QStringList& formats, const QString& toolTip) {
    addSection(tr("File"));
    m_format = addSegments(tr("Format"), formats);
    m_format->setToolTip(toolTip);
    m_scale = new SegmentedControl({tr("1×"), tr("2×"), tr("3×")}, tr("Resolution"));
    m_scale->setToolTip(tr("Pixels of the PNG for one pixel of width and height"));
    m_scaleLabel = addRow(tr("Resolution"), m_scale);
    for (SegmentedControl* control : {m_format, m_scale})
        connect(control, &SegmentedControl::chosenByUser, this, &PictureOptionsPanel::refresh);
}

void PictureOptionsPanel::addSize() {
    addSection(tr("Size"));
    const auto spin = [this](const QString& label, int least) {
        auto* box = new FlatSpin;
        box->setRange(least, kMaxPictureSide);
        box->setSingleStep(50);
        box->setSuffix(tr(" px"));
        box->setFixedWidth(kFieldWidth);
        box->setKeyboardTracking(false);
        addRow(label, box);
        connect(box, &FlatSpin::valueChanged, this, &PictureOptionsPanel::refresh);
        return box;
    };
    m_width = spin(tr("Width"), kMinPictureWidth);
    m_height = spin(tr("Height"), 0);
    m_height->setSpecialValueText(tr("automatic"));
    m_height->setToolTip(tr("0: as high as the content needs"));
    m_sizeNote = new QLabel;
    m_sizeNote->setForegroundRole(QPalette::PlaceholderText);
    m_sizeNote->setFont(uiFont(12));
    m_grid->addWidget(m_sizeNote, m_grid->rowCount(), 1);
}

void PictureOptionsPanel::addTheme() {
    addSection(tr("Look"));
    m_theme = addSegments(tr("Theme"), {tr("Light"), tr("Dark"), tr("Print")});
}

void PictureOptionsPanel::refresh() {
    m_scale->setVisible(isPng());
    m_scaleLabel->setVisible(isPng());
    emit changed();
}

bool PictureOptionsPanel::isPng() const { return m_format->chosen() == 0; }
int PictureOptionsPanel::scale() const { return m_scale->chosen() + 1; }
void PictureOptionsPanel::setScale(int scale) { m_scale->setChosen(std::clamp(scale, 1, 3) - 1); }

std::optional<int> PictureOptionsPanel::chosenHeight() const {
    return m_height->value() > 0 ? std::optional(m_height->value()) : std::nullopt;
}

void PictureOptionsPanel::setSizeNote(const QSize& size) {
    const QSize pixels = isPng() ? size * scale() : size;
    setSizeNote(tr("%1 × %2 pixels").arg(pixels.width()).arg(pixels.height()));
}

void PictureOptionsPanel::setSizeNote(const QString& note) { m_sizeNote->setText(note); }

}  // namespace bubblescope

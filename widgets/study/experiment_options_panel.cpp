#include "widgets/study/experiment_options_panel.h"

#include "widgets/kit/flat_fields.h"
#include "widgets/kit/segmented_control.h"

#include <QGridLayout>
#include <QLabel>

namespace bubblescope {

namespace {

QStringList formatTitles() {
    QStringList titles;
    for (const KeepFormatInfo& info : keepFormats()) titles += QLatin1String(info.title);
    return titles;
}

}  // namespace

const std::vector<KeepFormatInfo>& keepFormats() {
    static const std::vector<KeepFormatInfo> kFormats = {{KeepFormat::Png, "PNG", "png"},
                                                         {KeepFormat::Svg, "SVG", "svg"},
                                                         {KeepFormat::Pdf, "PDF", "pdf"},
                                                         {KeepFormat::Csv, "CSV", "csv"},
                                                         {KeepFormat::Json, "JSON", "json"}};
    return kFormats;
}

ExperimentOptionsPanel::ExperimentOptionsPanel(const ExperimentPlan& plan, std::size_t figure, QWidget* parent)
    : PictureOptionsPanel(parent),
      m_figure(figure),
      m_canHaveTitle(!plan.experiment.title.empty() || plan.experiment.figures) {
    addFormats(formatTitles(), tr("PNG: pixels. SVG: for the web and for restyling. PDF: for papers. "
                                  "CSV and JSON: the numbers, as \"bubblescope sweep\" prints them."));
    if (plan.figures() > 1) addFigures(plan.figures());
    addSize();
    addTheme();
    connect(m_theme, &SegmentedControl::chosenByUser, this, &ExperimentOptionsPanel::refresh);
    addText();
    m_grid->setRowStretch(m_grid->rowCount(), 1);
    setOptions({});
}

void ExperimentOptionsPanel::addFigures(std::size_t count) {
    m_figures = addSegments(tr("Figures"), {tr("This one"), tr("All %1").arg(count)});
    m_figures->setToolTip(tr("The figure on screen, or all of them one below another"));
    connect(m_figures, &SegmentedControl::chosenByUser, this, &ExperimentOptionsPanel::refresh);
}

void ExperimentOptionsPanel::addText() {
    m_title = new FlatCheck(tr("Title"));
    m_legend = new FlatCheck(tr("Legend"));
    for (FlatCheck* box : {m_title, m_legend}) {
        m_grid->addWidget(box, m_grid->rowCount(), 0, 1, 2);
        connect(box, &FlatCheck::toggled, this, &ExperimentOptionsPanel::refresh);
    }
}

void ExperimentOptionsPanel::refresh() {
    const bool isDrawn = isPicture(options().format);
    for (int i = 0; i < m_grid->count(); ++i) {
        QWidget* const widget = m_grid->itemAt(i)->widget();
        const auto* label = qobject_cast<const QLabel*>(widget);
        const QWidget* const field = label ? label->buddy() : widget;
        if (field && field != m_format) widget->setEnabled(isDrawn);
    }
    if (!m_canHaveTitle) m_title->setEnabled(false);
    PictureOptionsPanel::refresh();
}

KeepOptions ExperimentOptionsPanel::options() const {
    KeepOptions out;
    out.format = static_cast<KeepFormat>(m_format->chosen());
    out.scale = scale();
    out.picture.width = m_width->value();
    out.picture.height = chosenHeight();
    out.picture.theme = static_cast<ThemeId>(m_theme->chosen());
    if (m_figures && m_figures->chosen() == 0) out.picture.figures = {m_figure};
    out.picture.title = m_title->isChecked();
    out.picture.legend = m_legend->isChecked();
    return out;
}

void ExperimentOptionsPanel::setOptions(const KeepOptions& options) {
    const QSignalBlocker blocker(this);
    m_format->setChosen(static_cast<int>(options.format));
    setScale(options.scale);
    m_width->setValue(options.picture.width);
    m_height->setValue(options.picture.height.value_or(0));
    m_theme->setChosen(static_cast<int>(options.picture.theme));
    if (m_figures) m_figures->setChosen(options.picture.figures.empty() ? 1 : 0);
    m_title->setChecked(options.picture.title);
    m_legend->setChecked(options.picture.legend);
    refresh();
}

}  // namespace bubblescope

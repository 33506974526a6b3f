#pragma once

#include <QWidget>

#include "widgets/picture/exportable.h"

class QComboBox;
class QGridLayout;
class QLabel;

namespace bubblescope {

class FlatCheck;
class FlatEdit;
class FlatSpin;
class SegmentedControl;

/// The choices of what is exported: those that it has. What means nothing for numbers is disabled for them.
class ExportOptionsPanel : public QWidget {
    Q_OBJECT
public:
    explicit ExportOptionsPanel(const Exportable& thing, QWidget* parent = nullptr);

    QString suffix() const;
    void setSuffix(const QString& suffix);
    /// Null while numbers are chosen, and the other while pictures are.
    const PictureFormat* pictureFormat() const;
    const ValuesFormat* valuesFormat() const;

    /// Which of the thing's parts is chosen.
    std::size_t part() const;

    PictureOptions options() const;
    void setOptions(const PictureOptions& options);
    /// False while every schedule is unticked: options() then cannot say so, for none means all.
    bool hasSchedules() const;

    /// Beside the size: "2400 × 1184 pixels", or whatever else is worth a note.
    void setSizeNote(const QSize& size, int pages);
    void setSizeNote(const QString& note);

signals:
    void changed();

private:
    void addSection(const QString& title);
    /// Returns the label.
    QLabel* addRow(const QString& label, QWidget* field);
    SegmentedControl* addSegments(const QString& label, const QStringList& choices);
    QComboBox* addCombo(const QString& label);
    FlatCheck* addCheck(const QString& text);
    void addFile(const Exportable& thing);
    void addSize();
    void addLook(const Exportable& thing);
    void addCells(bool ofSteps);
    void addMarks(bool ofSchemes);
    void addTitle();
    void addSchedules(const QString& heading, const QStringList& titles);
    void themeChosen(int index);
    void refresh();

    QGridLayout* m_grid;
    QComboBox* m_format;
    SegmentedControl *m_scale, *m_shape, *m_theme;
    QLabel *m_scaleLabel, *m_sizeNote;
    FlatSpin *m_width, *m_height;
    FlatCheck *m_hasTitle, *m_legend;

    // Null where the thing has no such choice.
    SegmentedControl *m_figures = nullptr, *m_colorBy = nullptr, *m_labels = nullptr, *m_numbering = nullptr;
    QComboBox *m_part = nullptr, *m_palette = nullptr, *m_bubble = nullptr;
    FlatCheck *m_fetches = nullptr, *m_transfers = nullptr, *m_held = nullptr, *m_critical = nullptr;
    FlatEdit* m_title = nullptr;
    QList<FlatCheck*> m_schedules;

    std::vector<const PictureFormat*> m_formats;  // of pictures that the thing has
    std::size_t m_figure;
    bool m_canHaveTitle;
    int m_colorPalette = 0;
    QString m_givenPalette;  // where it is no choice
};

}  // namespace bubblescope
